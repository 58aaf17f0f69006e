import { oneClick, type Plan } from './plan.ts'

/** Point from one click. */
export const pointPlan: Plan = {
  ...oneClick,
  shapeOf: ([at]) => (at ? { kind: 'point', x: at[0], y: at[1] } : null),
  noExtent: ''
}
