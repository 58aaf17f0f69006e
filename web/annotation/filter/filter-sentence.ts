import { type Condition, type Filter, namesArea, namesImport } from '../../../shared/filters.ts'
import type { LabelIndex } from '../label-index.ts'
import { conditionWords } from '../words.ts'
import { texts } from './texts.ts'

/** Describes a filter in a sentence, for a figure; empty for an empty filter. */
export function filterSentence(filter: Filter, labelIndex: LabelIndex, nameOf: (person: string) => string): string {
  if (filter.length === 0) return ''
  const wordsOf = (condition: Condition) => {
    if (namesImport(condition)) return texts.bar.imported(undefined)
    return namesArea(condition) ? texts.bar.inArea : conditionWords(condition, labelIndex, nameOf)
  }
  return texts.sentence(filter.map(group => group.map(wordsOf)))
}
