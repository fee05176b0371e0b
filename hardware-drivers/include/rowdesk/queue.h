/* A ring of pointers between one sending and one receiving thread. C11 and C++; no dependency, no lock, no allocation.
 *
 * Parameter blocks travel to the audio thread in one ring and come back through a second, so that memory is allocated and
 * freed off the audio thread only. No call waits: a push to a full ring returns false.
 */
#ifndef ROWDESK_QUEUE_H
#define ROWDESK_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_queue {
  uint32_t size;     /* sizeof(rd_queue) */
  uint32_t abi;      /* RD_ABI */
  void** slots;      /* `capacity` pointers, the owner's memory */
  uint32_t capacity; /* a power of two */
  uint32_t head;     /* next slot to read, written by the receiver only; wraps at 2^32 */
  uint32_t tail;     /* next slot to write, written by the sender only; wraps at 2^32 */
} rd_queue;

/* Makes an empty ring, before either thread uses it. slots: `capacity` pointers that outlive it; capacity: a power of two. */
static inline void rd_queue_init(rd_queue* queue, void** slots, uint32_t capacity) {
  queue->size = (uint32_t)sizeof(rd_queue);
  queue->abi = 1u;
  queue->slots = slots;
  queue->capacity = capacity;
  queue->head = 0u;
  queue->tail = 0u;
}

/* Sender's thread. Returns false if the ring is full: keep the item and try again later. */
static inline bool rd_queue_push(rd_queue* queue, void* item) {
  const uint32_t tail = __atomic_load_n(&queue->tail, __ATOMIC_RELAXED);
  if (tail - __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE) == queue->capacity) return false;
  queue->slots[tail & (queue->capacity - 1u)] = item;
  __atomic_store_n(&queue->tail, tail + 1u, __ATOMIC_RELEASE);
  return true;
}

/* Receiver's thread. Returns null if the ring is empty. */
static inline void* rd_queue_pop(rd_queue* queue) {
  const uint32_t head = __atomic_load_n(&queue->head, __ATOMIC_RELAXED);
  if (head == __atomic_load_n(&queue->tail, __ATOMIC_ACQUIRE)) return 0;
  void* const item = queue->slots[head & (queue->capacity - 1u)];
  __atomic_store_n(&queue->head, head + 1u, __ATOMIC_RELEASE);
  return item;
}

#ifdef __cplusplus
}
#endif
#endif
