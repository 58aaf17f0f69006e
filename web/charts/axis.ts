/** Axis of a chart: its quantity with unit, its range and its ticks. */
export type Axis = {
  label: string
  domain: readonly [number, number]
  ticks: readonly number[]
  format: (value: number) => string
  scale?: 'linear' | 'log'
}

/** Scale from values of an axis to positions in a range, which may run either way. */
export function scaleOf(
  { domain: [first, last], scale = 'linear' }: Axis,
  [from, to]: readonly [number, number]
): (value: number) => number {
  const along = scale === 'log' ? Math.log : (value: number) => value
  const perUnit = (to - from) / (along(last) - along(first))
  return value => from + (along(value) - along(first)) * perUnit
}
