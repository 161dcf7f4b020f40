#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "portable.h"

namespace fewest {

// Uninitialised memory for cells, aligned to a cache line as the kernels require.
template <class Cell>
class CellBuffer {
public:
  Cell* reserve(std::size_t count) {
    const std::size_t bytes = (count * sizeof(Cell) + 63) / 64 * 64;
    if (bytes > bytes_) {
      memory_.reset(::operator new(bytes, kAlignment));
      advise_huge_pages(memory_.get(), bytes);
      bytes_ = bytes;
    }
    return data();
  }
  Cell* data() const { return static_cast<Cell*>(memory_.get()); }

private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, kAlignment); }
  };
  std::unique_ptr<void, Free> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace fewest
