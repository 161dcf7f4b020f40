#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace fewest {

// Memory for cells: aligned to a cache line, as the kernels need it, and never cleared.
template <class Cell>
class CellBuffer {
public:
  Cell* reserve(std::size_t count) {
    const std::size_t bytes = (count * sizeof(Cell) + 63) / 64 * 64;
    if (bytes > bytes_) {
      memory_.reset(std::aligned_alloc(64, bytes));
      if (memory_ == nullptr) throw std::bad_alloc();
      bytes_ = bytes;
    }
    return static_cast<Cell*>(memory_.get());
  }

private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace fewest
