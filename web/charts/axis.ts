/** One axis of a chart: what it shows, with its unit, from where to where, and where it is marked. */
export type Axis = {
  label: string
  domain: readonly [number, number]
  ticks: readonly number[]
  format: (value: number) => string
  scale?: 'linear' | 'log'
}

/** From values of the axis to places in `range`, which may run either way. */
export function scaleOf(
  { domain: [first, last], scale = 'linear' }: Axis,
  [from, to]: readonly [number, number]
): (value: number) => number {
  const along = scale === 'log' ? Math.log : (value: number) => value
  const perUnit = (to - from) / (along(last) - along(first))
  return value => from + (along(value) - along(first)) * perUnit
}
