"""Reads a .ply frame of Panta, with the standard library alone: read_frame.py FRAME"""
import struct
import sys

CODES = {"float": "f", "uint": "I"}


def read_frame(path):
    """The columns of a frame: name -> values of all particles."""
    with open(path, "rb") as file:
        count, names, record = 0, [], "<"
        while (line := file.readline().split()) != [b"end_header"]:
            if line[:2] == [b"element", b"vertex"]:
                count = int(line[2])
            elif line[0] == b"property":
                record += CODES[line[1].decode()]
                names.append(line[2].decode())
        rows = struct.iter_unpack(record, file.read(count * struct.calcsize(record)))
        return dict(zip(names, zip(*rows)))


if __name__ == "__main__":
    particles = read_frame(sys.argv[1])
    velocities = zip(particles["velocity_x"], particles["velocity_y"], particles["velocity_z"])
    fastest = max((x * x + y * y + z * z) ** 0.5 for x, y, z in velocities)
    print(len(particles["id"]), "particles, the fastest at", fastest, "m/s; columns:", *particles)
