/** Largest length of 1, 2 or 5 × 10ⁿ up to `most`; null when `most` is not a length. */
export function roundLength(most: number): number | null {
  if (!(most > 0 && most < Infinity)) return null
  const power = Math.floor(Math.log10(most))
  const steps = [5, 2, 1].map(step => Number(`${step}e${power}`))
  // a slightly too large logarithm would leave none
  return steps.find(length => length <= most) ?? Number(`5e${power - 1}`)
}
