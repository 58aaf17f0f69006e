import { alike, between, type Viewport } from '../imagery/viewport.ts'

/** Time constant in milliseconds, in which a movement covers about two thirds of the remaining distance. */
const easeMs = 70
const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** Viewport that moves to a goal, immediately or smoothly. */
export class Motion {
  now: Viewport = { centerX: 0, centerY: 0, scale: 1 }
  goal: Viewport = this.now

  get hasArrived(): boolean {
    return this.now === this.goal
  }

  go(goal: Viewport, smooth: boolean): void {
    this.goal = goal
    if (!smooth || still) this.now = goal
  }

  /** Advances the movement by the elapsed time. */
  step(passedMs: number): void {
    this.now = alike(this.now, this.goal) ? this.goal : between(this.now, this.goal, 1 - Math.exp(-passedMs / easeMs))
  }
}
