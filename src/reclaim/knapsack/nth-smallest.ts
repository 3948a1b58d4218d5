/** The n-th smallest number, counted from 0, by quickselect; reorders the numbers. */
export const nthSmallest = (numbers: Float64Array, place: number): number => {
  let from = 0
  let to = numbers.length - 1
  while (from < to) {
    const pivot = numbers[(from + to) >> 1] ?? 0
    let low = from
    let high = to
    while (low <= high) {
      while ((numbers[low] ?? 0) < pivot) low++
      while ((numbers[high] ?? 0) > pivot) high--
      if (low > high) break
      const swapped = numbers[low] ?? 0
      numbers[low++] = numbers[high] ?? 0
      numbers[high--] = swapped
    }
    // Between the two lies at most one number, equal to the pivot; it is in its place.
    if (place <= high) to = high
    else from = low
  }
  return numbers[place] ?? 0
}
