// Replaces new and delete in WebAssembly. The allocator of the toolchain rounds sizes up to a power of two and never
// merges free blocks, which would waste half of the memory on a phone, because the core needs few but large blocks.
// Here large blocks are rounded to whole pages; small ones come from malloc.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kPage = 4096, kLarge = 4 * kPage, kGrowth = 65536;

// The header of each block: its size in pages, or 0 if it comes from malloc.
constexpr std::size_t kHeader = 64, kSmallHeader = 16;
std::size_t& bytes_of(void* block) { return *reinterpret_cast<std::size_t*>(static_cast<char*>(block) - kSmallHeader); }

struct Free {
  std::size_t bytes;
  Free* next;

  char* end() { return reinterpret_cast<char*>(this) + bytes; }
  void join_next() {
    if (next == nullptr || end() != reinterpret_cast<char*>(next)) return;
    bytes += next->bytes;
    next = next->next;
  }
};
Free* first_free = nullptr;  // sorted by address

void give_back(void* memory, std::size_t bytes) {
  Free** link = &first_free;
  Free* before = nullptr;
  for (; *link != nullptr && *link < memory; link = &(*link)->next) before = *link;
  Free* const added = new (memory) Free{bytes, *link};
  *link = added;
  added->join_next();
  if (before != nullptr) before->join_next();
}

// Grows the memory, using free pages at its end.
bool grow(std::size_t bytes) {
  const std::size_t end = __builtin_wasm_memory_size(0) * kGrowth;
  for (Free* each = first_free; each != nullptr; each = each->next) {
    if (reinterpret_cast<std::uintptr_t>(each->end()) == end) bytes -= each->bytes;
  }
  const std::size_t pages = (bytes + kGrowth - 1) / kGrowth;
  if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return false;
  give_back(reinterpret_cast<void*>(end), pages * kGrowth);
  return true;
}

void* take_pages(std::size_t wanted) {
  if (wanted > SIZE_MAX / 2) return nullptr;
  const std::size_t bytes = (wanted + kHeader + kPage - 1) / kPage * kPage;
  do {
    for (Free** link = &first_free; *link != nullptr; link = &(*link)->next) {
      Free* const found = *link;
      if (found->bytes < bytes) continue;
      *link = found->next;
      if (found->bytes > bytes) *link = new (reinterpret_cast<char*>(found) + bytes) Free{found->bytes - bytes, *link};
      void* const block = reinterpret_cast<char*>(found) + kHeader;
      bytes_of(block) = bytes;
      return block;
    }
  } while (grow(bytes));
  return nullptr;
}

void* take(std::size_t bytes) {
  if (bytes >= kLarge) return take_pages(bytes);
  auto* const memory = static_cast<char*>(std::malloc(bytes + kSmallHeader));
  if (memory == nullptr) return nullptr;
  bytes_of(memory + kSmallHeader) = 0;
  return memory + kSmallHeader;
}

void* or_throw(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

void* operator new(std::size_t bytes) { return or_throw(take(bytes)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }

// Supports alignments up to a cache line; the core needs no larger ones.
void* operator new(std::size_t bytes, std::align_val_t) { return or_throw(take_pages(bytes)); }

void operator delete(void* block) noexcept {
  if (block == nullptr) return;
  if (const std::size_t bytes = bytes_of(block); bytes > 0)
    return give_back(static_cast<char*>(block) - kHeader, bytes);
  std::free(static_cast<char*>(block) - kSmallHeader);
}
void operator delete(void* block, std::align_val_t) noexcept { operator delete(block); }
