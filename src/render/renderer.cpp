#include "render/renderer.h"

#include "base/check.h"
#include "base/random.h"
#include "render/shading.h"
#include "render/smoothing.h"

namespace panta {

namespace {

constexpr int tile = 16;  // pixels per side of the square that one task draws

/// Points of the unit cube for the rays of a pixel. Blocks of four by four pixels share one low-discrepancy sequence
/// (Roberts 2018, R6), so that what is smoothed together later is spread evenly.
class Sampler {
public:
    Sampler(int x, int y, int samples) {
        constexpr int block = 4;
        first_ = uint32_t((y % block * block + x % block) * samples);
        const Random random(0);
        const uint64_t id = uint64_t(y / block) << 32 | uint64_t(x / block);
        for (uint32_t k = 0; k < dimensions; ++k) offset_[k] = uint32_t(random.bits(id, k) >> 32);
    }
    Real operator()(int sample, uint32_t dimension) const {
        // 2^32 phi^-k, where phi^7 = phi + 1
        constexpr uint32_t step[dimensions] = {3859688306u, 3468523226u, 3117001274u,
                                               2801104767u, 2517223199u, 2262111973u};
        const uint32_t bits = offset_[dimension] + (first_ + uint32_t(sample)) * step[dimension];
        return Real(bits >> 8) * Real(0x1p-24);
    }

private:
    static constexpr uint32_t dimensions = 6;
    uint32_t first_;
    uint32_t offset_[dimensions];
};

/// Everything that stays the same while a picture is drawn.
struct Shot {
    const Drawing& drawing;
    const Camera& camera;
    const Tracer& tracer;
    Studio studio;
    Real pixel_angle;  // height of a pixel at distance one
    Real size;         // m, of what is drawn
};

/// What a ray of the camera meets, the plane included.
Hit seen(const Shot& shot, const Ray& ray) {
    Hit hit = shot.tracer.first_hit(ray);
    if (const auto& plane = shot.drawing.plane) {
        const Real slope = dot(plane->normal, ray.direction);
        const Real distance = (plane->offset - dot(plane->normal, ray.origin)) / slope;
        if (slope < 0 && distance > 0 && (hit.kind == DrawnKind::nothing || distance < hit.distance))
            hit = {DrawnKind::plane, 0, distance, plane->normal};
    }
    return hit;
}

/// How much of the plane is left at a point: 1 near its centre, 0 far away, where the background takes over.
Real presence(const DrawnPlane& plane, const Vec3& point) {
    if (!plane.fades) return 1;
    const Real t = std::clamp((norm(point - plane.centre) / plane.clear - 1) / 3, Real(0), Real(1));
    return (1 - t) * (1 - t) * (1 + 2 * t);
}

/// Follows one ray of a pixel.
void add_sample(const Shot& shot, const Ray& ray, const Sampler& sampler, int sample, Pixel& pixel) {
    const Hit hit = seen(shot, ray);
    if (sample == 0) pixel.kind = hit.kind;
    const Vec3 background = shot.studio.background(ray.direction);
    if (hit.kind == DrawnKind::nothing) {
        pixel.light += background;
        return;
    }

    if (hit.kind == DrawnKind::line) {  // a sign rather than a thing: it has a colour, but no light and shade
        pixel.light += colour_of(hit.kind);
        return;
    }

    // The surface that is met.
    const Vec3 point = ray.origin + ray.direction * hit.distance;
    const bool is_ball = hit.kind == DrawnKind::ball;
    const Real radius = is_ball ? shot.drawing.balls[hit.index].radius : 0;
    const SurfacePoint surface{hit.normal, -ray.direction,
                               is_ball ? shot.drawing.colours[hit.index] : colour_of(hit.kind),
                               is_ball ? Real(1) : Real(0)};
    const Real share = hit.kind == DrawnKind::plane ? presence(*shot.drawing.plane, point) : 1;
    Lit light = lit(surface, shot.studio);
    light.lamp *= share, light.surroundings *= share;
    pixel.light += background * (1 - share);
    if (sample == 0) {
        pixel.point = point;
        pixel.reach = std::max(3 * radius, 8 * shot.pixel_angle * hit.distance);
    }

    // How much of the lamp and of the surroundings it sees: one ray each, started a little above the surface.
    const Vec3 start = point + hit.normal * (is_ball ? radius * Real(0.02) : shot.size * Real(2e-4));
    const DrawnPlane* plane = shot.drawing.plane ? &*shot.drawing.plane : nullptr;
    const bool faces_lamp = dot(hit.normal, shot.studio.to_lamp_centre()) > 0;
    Real lamp_visible = 0;
    if (faces_lamp && share > 0) {
        const Ray to_lamp{start, shot.studio.to_lamp(sampler(sample, 2), sampler(sample, 3))};
        lamp_visible = shot.tracer.is_blocked(to_lamp, Box::inf) ? 0 : 1;
    }
    constexpr Real bounced = 0.16f;  // brightness of what blocks the sky
    const Ray around{start, cosine_direction(hit.normal, sampler(sample, 4), sampler(sample, 5))};
    const bool is_enclosed = share > 0 && shot.tracer.is_blocked(around, shot.size);
    const Real surroundings_visible = is_enclosed ? bounced : shot.studio.surroundings(around.direction, plane);

    if (hit.kind != pixel.kind) {  // the other side of an edge: not to be smoothed with the rest of the pixel
        pixel.light += light.lamp * lamp_visible + light.surroundings * surroundings_visible;
        return;
    }
    pixel.lamp += light.lamp;
    pixel.surroundings += light.surroundings;
    pixel.lamp_visible += lamp_visible;
    pixel.lamp_weight += faces_lamp ? 1 : 0;
    pixel.surroundings_visible += surroundings_visible;
    pixel.surroundings_weight += 1;
}

Real size_of(const Drawing& drawing) {
    Box box;
    for (const DrawnBall& ball : drawing.balls) box.extend(ball.centre);
    for (const TriangleMesh& mesh : drawing.meshes)
        for (const Vec3& vertex : mesh.vertices) box.extend(vertex);
    for (const DrawnLine& line : drawing.lines) box.extend(line.from), box.extend(line.to);
    return box.is_empty() ? 1 : std::max(norm(box.size()), Real(1e-6));
}

}  // namespace

Renderer::Renderer(int width, int height, int samples, const Threads& threads)
    : width_(width), height_(height), samples_(samples), threads_(threads) {
    check(width > 0 && height > 0 && samples > 0, "a picture has pixels and samples");
}

Image Renderer::draw(const Drawing& drawing, const Camera& camera) {
    check(drawing.colours.size() == drawing.balls.size(), "every ball has a colour");
    tracer_.build(drawing);
    const Shot shot{drawing,
                    camera,
                    tracer_,
                    Studio(camera, drawing.plane ? &*drawing.plane : nullptr),
                    2 * camera.half_height() / Real(height_),
                    size_of(drawing)};

    // Trace the rays, tile by tile.
    std::vector<Pixel> pixels(size_t(width_) * size_t(height_));
    const int columns = (width_ + tile - 1) / tile, rows = (height_ + tile - 1) / tile;
    threads_.run(size_t(columns) * size_t(rows), [&](size_t task) {
        const int left = int(task) % columns * tile, top = int(task) / columns * tile;
        for (int y = top; y < std::min(top + tile, height_); ++y)
            for (int x = left; x < std::min(left + tile, width_); ++x) {
                Pixel& pixel = pixels[size_t(y) * size_t(width_) + size_t(x)];
                const Sampler sampler(x, y, samples_);
                for (int sample = 0; sample < samples_; ++sample) {
                    const Real u = (Real(x) + sampler(sample, 0)) / Real(width_);
                    const Real v = (Real(y) + sampler(sample, 1)) / Real(height_);
                    add_sample(shot, camera.ray(u, v), sampler, sample, pixel);
                }
            }
    });
    smooth_visibility(pixels, width_, threads_);

    // Join colours and visibilities, and convert for the screen.
    Image image(width_, height_);
    threads_.run(size_t(height_), [&](size_t y) {
        for (int x = 0; x < width_; ++x) {
            const Pixel& pixel = pixels[y * size_t(width_) + size_t(x)];
            const Vec3 light =
                pixel.light + pixel.lamp * pixel.lamp_visible + pixel.surroundings * pixel.surroundings_visible;
            const Vec3 shown = tone_mapped(light / Real(samples_)) * Real(255);
            uint8_t* bytes = image.pixel(x, int(y));
            for (int k = 0; k < 3; ++k) bytes[k] = uint8_t(shown[k] + Real(0.5));
        }
    });
    return image;
}

}  // namespace panta
