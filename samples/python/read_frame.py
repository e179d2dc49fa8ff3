"""Reads a .ply frame of Panta, with the standard library alone: read_frame.py FRAME"""
import struct
import sys

CODES = {b"float": "f", b"uint": "I"}


def read_frame(path):
    """The columns of a frame: name -> values of all particles. Raises OSError or ValueError."""
    with open(path, "rb") as file:
        if file.readline().strip() != b"ply":
            raise ValueError('not a .ply frame; the scene asks for them with "output": {"particles": ["ply"]}')
        count, names, record = 0, [], "<"
        while (line := file.readline().split()) != [b"end_header"]:
            if not line or (line[0] == b"property" and line[1] not in CODES):
                raise ValueError("not a .ply frame of Panta, or damaged")
            if line[:2] == [b"element", b"vertex"]:
                count = int(line[2])
            elif line[0] == b"property":
                record += CODES[line[1]]
                names.append(line[2].decode())
        values = file.read(count * struct.calcsize(record))
        if len(values) < count * struct.calcsize(record) or "velocity_x" not in names:
            raise ValueError("not a .ply frame of Panta, or damaged")
        return dict(zip(names, zip(*struct.iter_unpack(record, values))))


def main(words):
    if len(words) != 1:
        print("usage: read_frame.py FRAME", file=sys.stderr)
        return 2
    try:
        particles = read_frame(words[0])
    except (OSError, ValueError) as error:
        print(f"{words[0]}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    if not particles:
        print("no particles")
        return 0
    velocities = zip(particles["velocity_x"], particles["velocity_y"], particles["velocity_z"])
    fastest = max((x * x + y * y + z * z) ** 0.5 for x, y, z in velocities)
    print(len(particles["id"]), "particles, the fastest at", fastest, "m/s; columns:", *particles)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
