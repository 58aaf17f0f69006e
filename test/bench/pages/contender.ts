import { seededGenerator } from '../../../shared/sampling/seeded-random.ts'
import type { ScreenPoint, Size, Viewport } from '../../../web/imagery/viewport.ts'
import { walk } from './path.ts'
import { type BenchShape, mixedShapes } from './shapes.ts'

/** A program that shows a tiled picture with shapes. */
export interface Contender {
  /** Shows the whole picture with these shapes. Resolves once both have been drawn. */
  open(stage: HTMLElement, shapes: readonly BenchShape[]): Promise<void>
  /** Moves to the viewport with the next frame. */
  look(viewport: Viewport): void
  /** Reports that a drag of the picture begins or ends. */
  hold?(isHeld: boolean): void
  /** Returns the number of shapes within a few pixels of a point on the stage, or 1 where only the uppermost shape can be found. */
  pick(at: ScreenPoint): number
}

/** Functions that the benchmark calls in the page. */
export interface BenchPage {
  /** @returns milliseconds from receiving the shapes until picture and shapes are drawn */
  open(shapes: number): Promise<number>
  /**
   * Follows the path, one step a frame, between two marks `bench-walk`.
   * @param every takes only every nth step, for slow contenders
   * @returns milliseconds from frame to frame
   */
  walk(every: number): Promise<number[]>
  /** @returns milliseconds of each hit test at a viewport, fewer than requested when they are slow, and the number of hits */
  pick(viewport: Viewport, times: number): Promise<{ ms: number[]; hits: number }>
}

/** Time limit of the hit tests in milliseconds. */
const mostPickMs = 10_000

export const walkMark = 'bench-walk'

const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))

/** Exposes a contender to the benchmark. */
export function enter(contender: Contender): void {
  const stage = document.getElementById('stage')!
  const view: Size = { width: stage.clientWidth, height: stage.clientHeight }

  const page: BenchPage = {
    async open(count) {
      const shapes = mixedShapes(count)
      await nextFrame()
      const start = performance.now()
      await contender.open(stage, shapes)
      await nextFrame()
      return performance.now() - start
    },
    async walk(every) {
      const seen: number[] = []
      await nextFrame()
      performance.mark(walkMark)
      for (const stroke of walk(view)) {
        contender.hold?.(true)
        for (const viewport of stroke.filter((_, step) => step % every === every - 1)) {
          seen.push(await nextFrame())
          contender.look(viewport)
        }
        contender.hold?.(false)
      }
      seen.push(await nextFrame())
      performance.mark(walkMark)
      return seen.slice(1).map((time, index) => time - seen[index]!)
    },
    async pick(viewport, times) {
      contender.look(viewport)
      for (let frame = 0; frame < 10; frame++) await nextFrame()
      const next = seededGenerator('pick')
      const share = () => next() / 2 ** 32
      const ms: number[] = []
      let hits = 0
      const until = performance.now() + mostPickMs
      for (let time = 0; time < times && performance.now() < until; time++) {
        const at = { x: share() * view.width, y: share() * view.height }
        const start = performance.now()
        if (contender.pick(at) > 0) hits++
        ms.push(performance.now() - start)
      }
      return { ms, hits }
    }
  }
  Object.assign(window, { benchPage: page })
}
