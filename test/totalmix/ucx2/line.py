"""One direction between the host and the device, with its faults: whole messages are lost, late, out of order or corrupt."""
import heapq
import random


class Line:
    def __init__(self, seed):
        self.figures = {'messages': 0, 'lost': 0, 'delayed': 0, 'reordered': 0, 'corrupted': 0}
        self.set_faults({}, seed)
        self.waiting = []
        self.count = 0
        self.last_at = 0.0

    def set_faults(self, faults, seed=None):
        """Chances from 0 to 1; `delayMs` is the longest delay. What is not given is no fault."""
        if seed is not None:
            self.random = random.Random(seed)
        self.lose = faults.get('lose', 0)
        self.delay_s = faults.get('delayMs', 0) / 1000
        self.delay = faults.get('delay', 1 if self.delay_s else 0)
        self.reorder = faults.get('reorder', 0)
        self.corrupt = faults.get('corrupt', 0)

    def put(self, message, now, after_s=0.0):
        self.figures['messages'] += 1
        # one draw of each kind per message: a fault that is off doesn't move the others
        lost, late, long, turned, broken, bit = (self.random.random() for _ in range(6))
        if lost < self.lose:
            self.figures['lost'] += 1
            return
        if broken < self.corrupt and len(message) > 7:
            self.figures['corrupted'] += 1
            message = self.broken(message, bit)
        due = now + after_s
        if late < self.delay:
            self.figures['delayed'] += 1
            due += long * self.delay_s
        if turned < self.reorder:
            # a message that takes another way is overtaken by those of the next moment
            self.figures['reordered'] += 1
            due = max(due, self.last_at) + max(self.delay_s, 0.005)
        else:
            due = max(due, self.last_at)
            self.last_at = due
        self.count += 1
        heapq.heappush(self.waiting, (due, self.count, message))

    @staticmethod
    def broken(message, place):
        """One bit of the payload is another; the message stays one."""
        bit = int(place * (len(message) - 7) * 7)
        at = 6 + bit // 7
        return message[:at] + bytes((message[at] ^ 1 << bit % 7,)) + message[at + 1:]

    def next_at(self):
        return self.waiting[0][0] if self.waiting else None

    def take(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            yield heapq.heappop(self.waiting)[2]

    def clear(self):
        self.waiting = []
        self.last_at = 0.0
