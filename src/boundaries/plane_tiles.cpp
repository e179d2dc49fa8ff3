#include "boundaries/plane_tiles.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "boundaries/wall_fields.h"
#include "boundaries/wall_volumes.h"
#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// Cells along the edge of a tile. Larger ones make more of a floor for a lone drop, smaller ones more of them.
constexpr int64_t edge = 4;
// Support radii before or behind a plane within which a particle is near to it: it sees wall particles at one at most,
// and goes less than another half in a step.
constexpr double near = 1.5;
// Support radii along a plane. Within `seen` nothing may be missing; where it is, tiles are added within `ahead`. A
// front of fluid goes four tenths of a radius in a step at most, so a plane grows in one of five steps or fewer.
constexpr double seen = 1, ahead = 3;
// Cells from where a lattice begins: further away single precision does not tell the particles of a plane apart.
constexpr int64_t farthest = int64_t(1) << 20;

int64_t tile_of(int64_t cell) { return (cell >= 0 ? cell : cell - edge + 1) / edge; }

int64_t middle(const CellSpan& cells) { return cells.begin + cells.size() / 2; }

CellPatch cells_of(int64_t i, int64_t j) { return {{i * edge, (i + 1) * edge}, {j * edge, (j + 1) * edge}}; }

uint64_t key_of(int64_t i, int64_t j) { return uint64_t(uint32_t(i)) << 32 | uint32_t(j); }
/// Another key, of tiles with no tile missing around them. Tiles are nearer than 2^30, so it is nobody's key_of.
uint64_t settled_key_of(int64_t i, int64_t j) { return key_of(i, j) ^ uint64_t(1) << 63; }

}  // namespace

PlaneTiles::Plane::Plane(uint32_t boundary, PlaneLattice lattice)
    : boundary_(boundary), lattice_(std::move(lattice)), images_{Vec3d{}} {
    const WallSampling& sampling = lattice_.sampling();
    const CellPatch& patch = lattice_.patch();
    // Along a periodic axis the patch has all there is.
    const CellSpan anywhere{-farthest, farthest};
    limits_ = {lattice_.repeats(0) ? patch.i : anywhere,
               lattice_.repeats(1) || sampling.dimension == 2 ? patch.j : anywhere};
    for (int axis = 0; axis < 3; ++axis) {
        const double period = sampling.periodicity.period[axis];
        if (period == 0) continue;
        Vec3d shift;
        shift[axis] = period;
        for (size_t k = images_.size(); k > 0; --k)
            for (const double sign : {-1., 1.}) images_.push_back(images_[k - 1] + sign * shift);
    }
}

/// Calls visit(i, j) for every tile that is missing within `reach` of a position.
template <class Visit>
void PlaneTiles::Plane::visit_lacking(const Vec3& position, double reach, const Visit& visit) const {
    const WallSampling& sampling = lattice_.sampling();
    const Vec3d p = sampling.periodicity.any() ? sampling.periodicity.wrapped(position) : position;
    const auto is_near = [&](const Vec3d& at) {  // nor is what is no number
        return std::abs(lattice_.height(at)) < near * sampling.support_radius;
    };
    if (images_.size() == 1 && !is_near(p)) return;
    const CellPatch& patch = lattice_.patch();
    const CellPatch around = lattice_.cells_near(p, reach);
    if (patch.contains(around)) return;
    // Most that are beside the patch have tiles all around.
    if (images_.size() == 1 && reach <= seen * sampling.support_radius &&
        known_.contains(settled_key_of(tile_of(middle(around.i)), tile_of(middle(around.j)))))
        return;
    for (const Vec3d& image : images_) {
        if (!is_near(p + image)) continue;
        const CellPatch cells = lattice_.cells_near(p + image, reach).common_with(limits_);
        if (cells.is_empty() || patch.contains(cells)) continue;
        for (int64_t j = tile_of(cells.j.begin); j <= tile_of(cells.j.end - 1); ++j)
            for (int64_t i = tile_of(cells.i.begin); i <= tile_of(cells.i.end - 1); ++i)
                if (!patch.contains(cells_of(i, j).common_with(cells)) && !known_.contains(key_of(i, j))) visit(i, j);
    }
}

bool PlaneTiles::Plane::lacks_any(const Vec3& position, double reach) const {
    bool any = false;
    visit_lacking(position, reach, [&](int64_t, int64_t) { any = true; });
    return any;
}

std::vector<PlaneTiles::Tile> PlaneTiles::Plane::lacking(std::span<const Vec3> positions,
                                                         const Threads& threads) const {
    const double h = lattice_.sampling().support_radius;
    const auto who_lacks = [&](double reach) {
        return indices_where(positions.size(), threads, [&](size_t i) { return lacks_any(positions[i], reach); });
    };
    std::vector<Tile> tiles;
    if (who_lacks(seen * h).empty()) return tiles;
    for (const uint32_t i : who_lacks(ahead * h)) {
        visit_lacking(positions[i], ahead * h, [&](int64_t a, int64_t b) {
            tiles.push_back({int32_t(a), int32_t(b)});
        });
    }
    std::ranges::sort(tiles);
    tiles.erase(std::ranges::unique(tiles).begin(), tiles.end());
    return tiles;
}

void PlaneTiles::Plane::add(const std::vector<Tile>& tiles, Particles& walls) {
    know(tiles);
    // What of a tile is beside the patch.
    WallSamples samples;
    const CellPatch& patch = lattice_.patch();
    for (const Tile& tile : tiles) {
        const CellPatch cells = cells_of(tile.i, tile.j).common_with(limits_);
        for (int64_t j = cells.j.begin; j < cells.j.end; ++j)
            for (int64_t i = cells.i.begin; i < cells.i.end; ++i) {
                const CellPatch cell{{i, i + 1}, {j, j + 1}};
                if (!patch.contains(cell)) lattice_.sample(cell, samples);
            }
    }
    const auto boundary = walls[fields::body];
    const size_t like = size_t(std::ranges::find(boundary, boundary_) - boundary.begin());
    check(like < walls.size(), "a plane has particles from the start");
    const size_t first = walls.append_like(like, samples.points.size());
    const auto copy = [&](const auto& values, const auto& field) {
        std::ranges::copy(values, walls.edit(field).subspan(first).begin());
    };
    copy(samples.points, fields::position);
    copy(samples.normals, wall::normal);
    copy(samples.depths, wall::depth);
    if (walls.has(wall::rest_position)) copy(samples.points, wall::rest_position);
}

void PlaneTiles::Plane::know(const std::vector<Tile>& tiles) {
    tiles_.insert(tiles_.end(), tiles.begin(), tiles.end());
    for (const Tile& tile : tiles) known_.insert(key_of(tile.i, tile.j));

    // Which tiles have all they need around them now?
    const int64_t ring = int64_t(std::ceil(seen * sampling().support_radius / (double(edge) * sampling().spacing)));
    const auto for_each_around = [&](int64_t i, int64_t j, const auto& visit) {
        for (int64_t b = j - ring; b <= j + ring; ++b)
            for (int64_t a = i - ring; a <= i + ring; ++a) visit(a, b);
    };
    const auto is_missing = [&](int64_t i, int64_t j) {
        const CellPatch cells = cells_of(i, j).common_with(limits_);
        return !cells.is_empty() && !lattice_.patch().contains(cells) && !known_.contains(key_of(i, j));
    };
    for (const Tile& tile : tiles)
        for_each_around(tile.i, tile.j, [&](int64_t i, int64_t j) {
            bool settled = true;
            for_each_around(i, j, [&](int64_t a, int64_t b) { settled &= !is_missing(a, b); });
            if (settled) known_.insert(settled_key_of(i, j));
        });
}

void PlaneTiles::add_plane(uint32_t boundary, PlaneLattice lattice) {
    if (lattice.fits_periods()) planes_.emplace_back(boundary, std::move(lattice));
}

bool PlaneTiles::cover(std::span<const Vec3> positions, Particles& walls, const Smoothing& smoothing,
                       const Threads& threads) {
    const size_t before = walls.size();
    for (Plane& plane : planes_)
        if (const std::vector<Tile> tiles = plane.lacking(positions, threads); !tiles.empty()) plane.add(tiles, walls);
    if (walls.size() == before) return false;
    const WallSampling& sampling = planes_.front().sampling();
    remeasure_wall_volumes(walls, before, smoothing, sampling.periodicity, sampling.spacing, threads);
    return true;
}

bool PlaneTiles::have_grown() const {
    return std::ranges::any_of(planes_, [](const Plane& plane) { return !plane.tiles().empty(); });
}

void PlaneTiles::save(ByteWriter& writer) const {
    for (const Plane& plane : planes_) writer.list(plane.tiles());
}

void PlaneTiles::restore(ByteReader& reader) {
    for (Plane& plane : planes_) plane.know(reader.list<Tile>());
    if (reader.remaining() > 0) reader.refuse("has tiles of planes that the scene does not have");
}

}  // namespace panta
