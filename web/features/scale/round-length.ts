/** Returns the largest length of 1, 2 or 5 × 10ⁿ up to `most`; null unless `most` is positive and finite. */
export function roundLength(most: number): number | null {
  if (!(most > 0 && most < Infinity)) return null
  const power = Math.floor(Math.log10(most))
  const steps = [5, 2, 1].map(step => Number(`${step}e${power}`))
  // all steps are too large if the logarithm was rounded up
  return steps.find(length => length <= most) ?? Number(`5e${power - 1}`)
}
