import type { SamplePlan } from '../contracts/sampling.ts'
import { annotationArea } from './annotation-area.ts'
import { type PointPlan, samplePoints } from './sample-points.ts'

const wholeImage = { unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 } as const
/** Beyond any image, and as far as an area may reach. */
const largestSide = 1_000_000

/**
 * The points of a plan on one image, in pixels, in the order to walk them. Each image has others, which its id says.
 * @throws RangeError when the plan does not fit the image
 */
export function pointsOfPlan(plan: SamplePlan, image: { id: string; width: number; height: number }): { x: number; y: number }[] {
  const area = annotationArea(plan.area ?? wholeImage, image)
  return samplePoints({ ...pointPlan(plan), area, seed: `${plan.seed}\n${image.id}` })
}

/** @throws RangeError when a plan fits to no image, however large */
export function checkPlan(plan: SamplePlan): void {
  pointPlan(plan)
  annotationArea(plan.area ?? wholeImage, { width: largestSide, height: largestSide })
}

function pointPlan({ method, count, rows, columns }: SamplePlan): PointPlan {
  if (method === 'random') {
    if (count === undefined) throw new RangeError('say how many points')
    return { method, count }
  }
  const cells = rows !== undefined && columns !== undefined ? { rows, columns } : count === undefined ? null : { count }
  if (!cells) throw new RangeError('say how many points, or rows and columns')
  return method === 'grid' ? { method, ...cells } : { method, ...cells }
}
