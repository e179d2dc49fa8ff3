#include "neighbours/radix_sort.h"

namespace panta {

namespace {

constexpr int digit_bits = 8;
constexpr size_t digits = size_t(1) << digit_bits;
constexpr size_t block = 16384;  // keys per task; fixed, so that the scatter is the same for any number of threads

}  // namespace

void RadixSort::sort(std::vector<uint64_t>& keys, std::vector<uint32_t>& order, int bits, const Threads& threads) {
    const size_t count = keys.size(), blocks = (count + block - 1) / block;
    spare_keys_.resize(count);
    spare_order_.resize(count);
    for (int shift = 0; shift < bits; shift += digit_bits) {
        const auto digit = [shift](uint64_t key) { return size_t(key >> shift) & (digits - 1); };

        // Count the digits of every block.
        counts_.assign(blocks * digits, 0);
        threads.for_blocks(count, block, [&](size_t begin, size_t end) {
            uint32_t* counts = &counts_[begin / block * digits];
            for (size_t k = begin; k < end; ++k) ++counts[digit(keys[k])];
        });

        // Where each block writes each digit: lower digits first, then earlier blocks.
        uint32_t next = 0;
        for (size_t d = 0; d < digits; ++d)
            for (size_t b = 0; b < blocks; ++b) {
                const uint32_t here = counts_[b * digits + d];
                counts_[b * digits + d] = next;
                next += here;
            }

        // Scatter.
        threads.for_blocks(count, block, [&](size_t begin, size_t end) {
            uint32_t* to = &counts_[begin / block * digits];
            for (size_t k = begin; k < end; ++k) {
                const uint32_t slot = to[digit(keys[k])]++;
                spare_keys_[slot] = keys[k];
                spare_order_[slot] = order[k];
            }
        });
        keys.swap(spare_keys_);
        order.swap(spare_order_);
    }
}

}  // namespace panta
