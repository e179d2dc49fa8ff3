// One moment of a run as files hold it: the time and the particles, in id order.
//
// Two formats, both binary and little endian, both with every state field under its name:
//   .vtp  VTK XML PolyData (ParaView, VTK, PyVista); 64-bit ids; the time as field data "TimeValue"
//   .ply  Stanford PLY (Blender, MeshLab, Houdini); see ply.cpp for how names and ids are written
// and a .pvd file that lists the frames of a film with their times.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "neighbours/periodicity.h"
#include "particles/particles.h"

namespace panta {

struct ParticleFrame {
    double time = 0;  // s
    Particles particles;
};

/// Writes a frame atomically, with positions between the ends of periodic axes; particles themselves come back from
/// beyond the ends only when neighbours are searched anew. Throws RunError (disk full) or InputError (unwritable
/// folder).
void write_vtp(const std::filesystem::path& path, const Particles& particles, double time,
               const Periodicity& periodicity = {});
void write_ply(const std::filesystem::path& path, const Particles& particles, double time,
               const Periodicity& periodicity = {});

/// Reads a frame back. Throws InputError for a missing, truncated, foreign or corrupt file.
ParticleFrame read_vtp(const std::filesystem::path& path);
ParticleFrame read_ply(const std::filesystem::path& path);
/// Reads a .vtp or a .ply file, by its name.
ParticleFrame read_frame(const std::filesystem::path& path);

/// One line of a .pvd file.
struct FrameEntry {
    double time = 0;             // s
    std::filesystem::path file;  // as seen from here; in the file it is relative to the folder of the .pvd
};

/// Lists frames for ParaView, atomically.
void write_pvd(const std::filesystem::path& path, std::span<const FrameEntry> frames);
std::vector<FrameEntry> read_pvd(const std::filesystem::path& path);

}  // namespace panta
