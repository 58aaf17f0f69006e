import type { TrackReport } from '../../../../shared/contracts/navigation.ts'
import type { Fix } from '../../../../shared/navigation/fix.ts'
import { TrackRefused } from './refusal.ts'

const linesNamed = 20

export type TrackFacts = Pick<TrackReport, 'facts'>['facts']

interface FixTaker {
  take(fix: Fix): void
}

/** Checks the fixes of a reader in the order of the file, and passes them on. Skipped lines are counted by reason. */
export class Gathering {
  readonly #into: FixTaker
  readonly #mostFixes: number
  readonly #left = new Map<string, { reason: string; count: number; lines: number[] }>()
  readonly #facts = new Set<TrackFacts[number]>()
  #lastMs = Number.NEGATIVE_INFINITY
  #backCount = 0
  fixCount = 0
  readCount = 0

  constructor(into: FixTaker, mostFixes: number) {
    this.#into = into
    this.#mostFixes = mostFixes
  }

  leave(line: number, reason: string): void {
    const found = this.#left.get(reason)
    if (!found) this.#left.set(reason, { reason, count: 1, lines: [line] })
    else {
      found.count += 1
      if (found.lines.length < linesNamed) found.lines.push(line)
    }
  }

  /** Checks a fix and passes it on. @throws TrackRefused when there are more fixes than allowed */
  take(fix: Fix, line: number): void {
    this.readCount += 1
    if (fix.latitude === 0 && fix.longitude === 0) return void this.leave(line, 'the position is 0, 0, which stands for a missing fix')
    if (fix.timeMs === this.#lastMs) return void this.leave(line, 'it has the same time as the fix before it')
    if (fix.timeMs < this.#lastMs) {
      this.#backCount += 1
      return void this.leave(line, 'its time is before that of an earlier fix')
    }
    if (this.fixCount >= this.#mostFixes) {
      const most = this.#mostFixes.toLocaleString('en')
      throw new TrackRefused(`Line ${line} exceeds the limit on fixes: the tracks of this project can have ${most} more`)
    }
    this.#lastMs = fix.timeMs
    this.fixCount += 1
    this.#facts.add('position')
    if (fix.depthInMeters !== null) this.#facts.add('depth')
    if (fix.altitudeInMeters !== null) this.#facts.add('altitude')
    if (fix.headingDegrees !== null) this.#facts.add('heading')
    this.#into.take(fix)
  }

  /** Completes the check. @throws TrackRefused for a file without fixes, or one whose times mostly run backwards */
  end(): Pick<TrackReport, 'readCount' | 'left' | 'facts'> {
    const left = [...this.#left.values()].sort((a, b) => b.count - a.count)
    const [most] = left
    if (this.fixCount === 0) {
      const why = most ? `: ${most.reason} (line ${most.lines[0]}${most.count > 1 ? ` and ${most.count - 1} more` : ''})` : ''
      throw new TrackRefused(`The file has no fix${why}`)
    }
    if (this.#backCount > this.fixCount) {
      const line = left.find(({ reason }) => reason.includes('before that of an earlier'))?.lines[0]
      throw new TrackRefused(`Times go back from line ${line} on, in ${this.#backCount} of ${this.readCount} rows: sort the file by time`)
    }
    const order = ['position', 'depth', 'altitude', 'heading'] as const
    return { readCount: this.readCount, left, facts: order.filter(fact => this.#facts.has(fact)) }
  }
}
