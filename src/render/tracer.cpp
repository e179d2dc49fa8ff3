#include "render/tracer.h"

#include <embree3/rtcore.h>

#include <string>

#include "base/error.h"

namespace panta {

static_assert(sizeof(DrawnBall) == 16, "Embree reads balls in place, as four floats");

namespace {

void attach(RTCDevice device, RTCScene scene, RTCGeometry geometry, DrawnKind kind) {
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_LOW);  // a tree is used for one picture only
    rtcCommitGeometry(geometry);
    // The kind of a hit is told by the geometry it belongs to.
    rtcSetGeometryUserData(geometry, reinterpret_cast<void*>(uintptr_t(kind)));
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    if (const RTCError error = rtcGetDeviceError(device); error != RTC_ERROR_NONE)
        throw RunError("the renderer ran out of memory or was given bad geometry (Embree error " +
                       std::to_string(int(error)) + ")");
}

RTCGeometry balls_geometry(RTCDevice device, const std::vector<DrawnBall>& balls) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, balls.data(), 0,
                               sizeof(DrawnBall), balls.size());
    return geometry;
}

RTCGeometry mesh_geometry(RTCDevice device, const TriangleMesh& mesh) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<Vec3*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                                sizeof(Vec3), mesh.vertices.size()));
    auto* triangles = static_cast<std::array<uint32_t, 3>*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, mesh.triangles.size()));
    std::copy(mesh.vertices.begin(), mesh.vertices.end(), vertices);
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), triangles);
    return geometry;
}

/// Round lines.
RTCGeometry lines_geometry(RTCDevice device, const std::vector<DrawnLine>& lines, Real width) {
    std::vector<DrawnBall> ends;
    for (const DrawnLine& line : lines) {
        ends.push_back({line.from, width / 2});
        ends.push_back({line.to, width / 2});
    }
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
    auto* vertices = static_cast<DrawnBall*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, sizeof(DrawnBall), ends.size()));
    auto* starts = static_cast<uint32_t*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, 4, ends.size() / 2));
    std::copy(ends.begin(), ends.end(), vertices);
    for (size_t k = 0; k < ends.size() / 2; ++k) starts[k] = uint32_t(2 * k);
    return geometry;
}

RTCRay embree_ray(const Ray& ray, Real far) {
    RTCRay to{};
    to.org_x = ray.origin.x, to.org_y = ray.origin.y, to.org_z = ray.origin.z;
    to.dir_x = ray.direction.x, to.dir_y = ray.direction.y, to.dir_z = ray.direction.z;
    to.tfar = far;
    to.mask = ~0u;
    return to;
}

}  // namespace

struct Tracer::Embree {
    RTCDevice device;
    RTCScene scene = nullptr;
};

Tracer::Tracer() : embree_(std::make_unique<Embree>()) {
    // A number of threads is not asked for: Embree would impose it on every other user of TBB in the process.
    embree_->device = rtcNewDevice(nullptr);
    if (!embree_->device) throw RunError("the renderer cannot start: Embree refuses this machine");
}

Tracer::~Tracer() {
    if (embree_->scene) rtcReleaseScene(embree_->scene);
    rtcReleaseDevice(embree_->device);
}

void Tracer::build(const Drawing& drawing) {
    RTCDevice device = embree_->device;
    if (embree_->scene) rtcReleaseScene(embree_->scene);
    RTCScene scene = embree_->scene = rtcNewScene(device);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    if (!drawing.balls.empty()) attach(device, scene, balls_geometry(device, drawing.balls), DrawnKind::ball);
    for (const TriangleMesh& mesh : drawing.meshes)
        if (!mesh.triangles.empty()) attach(device, scene, mesh_geometry(device, mesh), DrawnKind::mesh);
    if (!drawing.lines.empty())
        attach(device, scene, lines_geometry(device, drawing.lines, drawing.line_width), DrawnKind::line);
    rtcCommitScene(scene);
}

Hit Tracer::first_hit(const Ray& ray) const {
    RTCRayHit traced{};
    traced.ray = embree_ray(ray, Box::inf);
    traced.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    traced.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(embree_->scene, &context, &traced);
    if (traced.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};

    const auto kind = DrawnKind(uintptr_t(rtcGetGeometryUserData(rtcGetGeometry(embree_->scene, traced.hit.geomID))));
    Vec3 normal = normalised({traced.hit.Ng_x, traced.hit.Ng_y, traced.hit.Ng_z});
    if (dot(normal, ray.direction) > 0) normal = -normal;
    return {kind, traced.hit.primID, traced.ray.tfar, normal};
}

bool Tracer::is_blocked(const Ray& ray, Real far) const {
    RTCRay traced = embree_ray(ray, far);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(embree_->scene, &context, &traced);
    return traced.tfar < 0;  // Embree's way of saying yes
}

}  // namespace panta
