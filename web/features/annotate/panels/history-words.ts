import type { AnnotationVersion } from '../../../../shared/contracts/annotations.ts'
import { stateWords } from '../../../annotation/words.ts'
import { formatPercent } from '../../../ui/format.ts'

const deeds: Partial<Record<AnnotationVersion['kind'], string>> = {
  create: 'drew it',
  import: 'imported it',
  remove: 'removed it',
  restore: 'restored it'
}

type Standing = Pick<AnnotationVersion, 'kind' | 'shape' | 'labelId' | 'labelName' | 'confidence' | 'attributes' | 'reviewState'>

/** The change of an annotation, as a text after the name of its author. @param before how it stood until then; none for the first version */
export function deedWords(version: Standing, before: Standing | undefined): string {
  if (!before) return `${deeds[version.kind] ?? 'made it'}${version.labelId === null ? '' : ` as ${nameOf(version)}`}`
  const deed = deeds[version.kind]
  const changes = changesBetween(version, before)
  if (deed) return [deed, ...changes].join(', ')
  return changes.length > 0 ? changes.join(', ') : 'saved it without a change'
}

function changesBetween(after: Standing, before: Standing): string[] {
  const changes: string[] = []
  if (after.labelId !== before.labelId) changes.push(after.labelId === null ? 'took the name away' : `named it ${nameOf(after)}`)
  if (JSON.stringify(after.shape) !== JSON.stringify(before.shape)) changes.push('changed the outline')
  if (after.confidence !== before.confidence) {
    changes.push(after.confidence === null ? 'took the certainty away' : `is ${formatPercent(after.confidence)} sure`)
  }
  for (const name of new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])) {
    const value = after.attributes[name]
    if (value === before.attributes[name]) continue
    changes.push(value === undefined ? `emptied ${name}` : `set ${name} to ${value}`)
  }
  if (after.reviewState !== before.reviewState) {
    changes.push(after.reviewState === 'proposed' ? 'opened it for review' : `marked it as ${stateWords[after.reviewState]}`)
  }
  return changes
}

const nameOf = ({ labelName }: Standing) => labelName ?? 'a deleted label'
