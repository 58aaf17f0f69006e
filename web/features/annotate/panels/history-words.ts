import type { AnnotationVersion } from '../../../../shared/contracts/annotations.ts'
import { stateWords } from '../../../annotation/words.ts'
import { formatPercent } from '../../../ui/format.ts'

const deeds: Partial<Record<AnnotationVersion['kind'], string>> = {
  create: 'drew it',
  import: 'imported it',
  remove: 'removed it',
  restore: 'restored it'
}

type VersionState = Pick<AnnotationVersion, 'kind' | 'shape' | 'labelId' | 'labelName' | 'confidence' | 'attributes' | 'reviewState'>

/**
 * Describes a change to an annotation, to follow the author's name.
 * @param before previous version; undefined for the first one
 */
export function deedWords(version: VersionState, before: VersionState | undefined): string {
  if (!before) return `${deeds[version.kind] ?? 'created it'}${version.labelId === null ? '' : ` as ${nameOf(version)}`}`
  const deed = deeds[version.kind]
  const changes = changesBetween(version, before)
  if (deed) return [deed, ...changes].join(', ')
  return changes.length > 0 ? changes.join(', ') : 'saved it without changes'
}

function changesBetween(after: VersionState, before: VersionState): string[] {
  const changes: string[] = []
  if (after.labelId !== before.labelId) changes.push(after.labelId === null ? 'removed the label' : `labelled it as ${nameOf(after)}`)
  if (JSON.stringify(after.shape) !== JSON.stringify(before.shape)) changes.push('changed the outline')
  if (after.confidence !== before.confidence) {
    changes.push(after.confidence === null ? 'removed the certainty' : `set the certainty to ${formatPercent(after.confidence)}`)
  }
  for (const name of new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])) {
    const value = after.attributes[name]
    if (value === before.attributes[name]) continue
    changes.push(value === undefined ? `cleared ${name}` : `set ${name} to ${value}`)
  }
  if (after.reviewState !== before.reviewState) {
    changes.push(after.reviewState === 'proposed' ? 'reopened its review' : `marked it as ${stateWords[after.reviewState]}`)
  }
  return changes
}

const nameOf = ({ labelName }: VersionState) => labelName ?? 'a deleted label'
