import type { Test } from 'tap'

/** Passes when two numbers differ by less than `tolerance`; a missing one never does. */
export function isClose(t: Test, found: number | null | undefined, wanted: number, tolerance = 1e-6): void {
  t.ok(typeof found === 'number' && Math.abs(found - wanted) < tolerance, `${found} is ${wanted} to within ${tolerance}`)
}
