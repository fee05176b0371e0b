"""SysEx messages of the device: F0 00 20 0D 10, a sub-id, 32-bit words, F7. A word is five bytes of 7 bits, the lowest first."""

HEAD = bytes((0xF0, 0x00, 0x20, 0x0D, 0x10))
END = 0xF7
LONGEST = 8192


def word_of(register, value):
    """The register in bits 16 to 30, the value in bits 0 to 15; bit 31 makes the number of set bits odd."""
    word = (register & 0x7FFF) << 16 | value & 0xFFFF
    return word if bin(word).count('1') % 2 == 1 else word | 1 << 31


def register_of(word):
    """The register and its value; None for a word of even parity."""
    if bin(word).count('1') % 2 == 0:
        return None
    return word >> 16 & 0x7FFF, word & 0xFFFF


def message_of(sub, words):
    payload = bytes(word >> shift & 0x7F for word in words for shift in (0, 7, 14, 21, 28))
    return HEAD + bytes((sub,)) + payload + bytes((END,))


def parts_of(message):
    """The sub-id and the words of a message; None for one of another kind."""
    payload = message[len(HEAD) + 1:-1]
    if len(message) < len(HEAD) + 2 or not message.startswith(HEAD) or message[-1] != END or len(payload) % 5:
        return None
    words = [
        sum(byte << shift for byte, shift in zip(payload[at:at + 5], (0, 7, 14, 21, 28))) for at in range(0, len(payload), 5)
    ]
    return None if any(word >> 32 for word in words) else (message[len(HEAD)], words)


class Messages:
    """Cuts a stream of bytes into whole messages, and skips what is outside of them."""

    def __init__(self):
        self.held = b''

    def add(self, chunk):
        self.held += chunk
        whole = []
        while True:
            start = self.held.find(b'\xf0')
            if start < 0:
                self.held = b''
                return whole
            end = self.held.find(bytes((END,)), start)
            again = self.held.find(b'\xf0', start + 1)
            if again >= 0 and (end < 0 or again < end):
                self.held = self.held[again:]
            elif end >= 0:
                whole.append(self.held[start:end + 1])
                self.held = self.held[end + 1:]
            else:
                self.held = self.held[start:] if len(self.held) < LONGEST else b''
                return whole
