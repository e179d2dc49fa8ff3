#pragma once
#include "base/vec.h"
namespace panta {
struct Motion { Vec3 position, velocity; bool hit = false; };
class Colliders {
public:
    Box box{{-1e9f,-1e9f,-1e9f},{1e9f,1e9f,1e9f}};
    Motion move(Vec3, Vec3 to, Vec3 v, Real margin) const {
        Motion m{to, v, false};
        for (int a = 0; a < 3; ++a) {
            if (to[a] < box.lower[a] + margin) m.position[a] = box.lower[a] + margin, m.velocity[a] = std::max(0.f, v[a]), m.hit = true;
            if (to[a] > box.upper[a] - margin) m.position[a] = box.upper[a] - margin, m.velocity[a] = std::min(0.f, v[a]), m.hit = true;
        }
        return m;
    }
    bool on_wrong_side(Vec3 p) const { return !box.contains(p); }
};
}
