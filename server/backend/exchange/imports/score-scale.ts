import { numberOf } from '../../files/reading.ts'
import type { AnnotationEntry, DatasetAnnotation } from '../dataset.ts'
import type { Scored } from '../score.ts'
import type { FindingReport } from './findings.ts'

/**
 * Scales the scores of a file to 0–1. Scores above 1 are percentages if no score is between 0 and 1 or above 100. Otherwise an error cannot be
 * distinguished from another scale, and scores above 1 are left out.
 * @param inPercent true when an earlier pass found percentages
 */
export function scoreScale(findings: FindingReport, inPercent: boolean) {
  let [above, within, beyond, divided] = [0, 0, 0, 0]
  let oddCount = 0

  function settled<T extends Scored>(scored: T): T {
    const { oddScore, ...rest } = scored
    const score = oddScore === undefined ? scored.confidence : (numberOf(oddScore) ?? undefined)
    if (score !== undefined && score > 100) beyond += 1
    else if (score !== undefined && score > 1) above += 1
    else if (score !== undefined && score > 0 && score < 1) within += 1
    const isPercent = inPercent && score !== undefined && score >= 0 && score <= 100
    // A 1 among percentages may be 1 %, or the certainty that a program writes for labels by people.
    if (isPercent && score !== 1) {
      divided += 1
      return { ...rest, confidence: score / 100 } as T
    }
    if (oddScore === undefined && !isPercent) return scored
    oddCount += 1
    const { confidence: _, ...without } = rest as Scored
    return without as T
  }

  return {
    /** Scales the scores of an annotation. @returns the annotation with scores of 0–1, and whether it had a score that only programs write */
    async settle({ annotation, place }: AnnotationEntry): Promise<{ annotation: DatasetAnnotation; isOfProgram: boolean }> {
      const [oddBefore, dividedBefore] = [oddCount, divided]
      const known = settled(annotation)
      const labels = annotation.labels.map(settled)
      if (oddCount === oddBefore && divided === dividedBefore) return { annotation, isOfProgram: false }
      const finding = { taken: true, ...place, image: annotation.fileName, message: inPercent ? oneOfHundred : notAShare }
      for (let at = oddBefore; at < oddCount; at++) await findings.addAlike(finding)
      return { annotation: { ...known, labels }, isOfProgram: true }
    },
    /** True when a pass that did not expect percentages has found only percentages. */
    mustReadAgain: () => !inPercent && above > 0 && within === 0 && beyond === 0,
    async report(): Promise<void> {
      const message = `${divided.toLocaleString('en')} × a confidence in percent, because the file has none between 0 and 1: it was divided by 100`
      if (divided > 0) await findings.add({ taken: true, message })
    }
  }
}

const notAShare = 'A confidence outside 0 to 1 was left out'
const oneOfHundred = 'A confidence was left out: it is not a percentage, or it is 1, which is ambiguous among percentages'
