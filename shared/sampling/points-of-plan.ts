import type { SamplePlan } from '../contracts/sampling.ts'
import { annotationArea } from './annotation-area.ts'
import { type PointPlan, samplePoints } from './sample-points.ts'

const wholeImage = { unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 } as const
/** Largest side of an area in pixels, larger than any image. */
const largestSide = 1_000_000

/**
 * Points of a plan on one image, in pixels, in the order of scoring. The seed of the plan and the id of the image determine random points, so
 * these differ between images.
 * @throws RangeError when the plan does not fit the image
 */
export function pointsOfPlan(plan: SamplePlan, image: { id: string; width: number; height: number }): { x: number; y: number }[] {
  const area = annotationArea(plan.area ?? wholeImage, image)
  return samplePoints({ ...pointPlan(plan), area, seed: `${plan.seed}\n${image.id}` })
}

/** Checks a plan without an image. @throws RangeError when the plan fits no image, however large */
export function checkPlan(plan: SamplePlan): void {
  pointPlan(plan)
  annotationArea(plan.area ?? wholeImage, { width: largestSide, height: largestSide })
}

function pointPlan({ method, count, rows, columns }: SamplePlan): PointPlan {
  if (method === 'random') {
    if (count === undefined) throw new RangeError('the number of points is missing')
    return { method, count }
  }
  const cells = rows !== undefined && columns !== undefined ? { rows, columns } : count === undefined ? null : { count }
  if (!cells) throw new RangeError('the number of points, or rows and columns, is missing')
  return method === 'grid' ? { method, ...cells } : { method, ...cells }
}
