// One picture of a drawing.
#pragma once

#include "base/threads.h"
#include "render/camera.h"
#include "render/drawing.h"
#include "render/image.h"
#include "render/tracer.h"

namespace panta {

class Renderer {
public:
    /// `samples` rays per pixel, each with one ray to the lamp and one to the surroundings.
    Renderer(int width, int height, int samples, const Threads& threads);

    /// The same drawing gives the same picture for any number of threads.
    Image draw(const Drawing& drawing, const Camera& camera);

private:
    int width_, height_, samples_;
    const Threads& threads_;
    Tracer tracer_;
};

}  // namespace panta
