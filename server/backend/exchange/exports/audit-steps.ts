import type { ModelAudit, ModelAudits } from '../../../../shared/contracts/acceptance-audits.ts'
import { auditsOfModels } from '../../ai/model-audits.ts'
import type { SuggestingModel } from '../../ai/suggesting-models.ts'
import type { Database } from '../../storage/database.ts'

/**
 * Returns a method step for each model whose labels were accepted in bulk. The step gives the share of labels that are expected to be wrong. It also
 * states that labels were not audited, or that an undo had begun.
 */
export async function auditSteps(db: Database, projectId: string, models: readonly SuggestingModel[]): Promise<string[]> {
  const ids = models.map(({ id }) => id)
  const audits = await auditsOfModels(db, { projectId }, ids)
  return models.map(({ id, name }) => {
    const first = `The labels that ${name} suggested were accepted in bulk, without a check of each label.`
    return [first, ...auditWords(audits.get(id))].join('\n')
  })
}

function auditWords(audits: ModelAudits | undefined): string[] {
  const standing = audits?.ended.filter(({ isUndone }) => !isUndone) ?? []
  const words = standing.map(endedWords)
  const { unaudited, undoing } = audits ?? {}
  if (unaudited && unaudited.labels > 0) words.push(`Not audited: ${inBulk(unaudited)} of the project.`)
  if (undoing && undoing.labels > 0) words.push(`An undo of ${inBulk(undoing)} of the project had begun when this file was made.`)
  if (words.length > 0) return words
  const isUndone = audits?.ended.some(ended => ended.isUndone)
  return [isUndone ? 'The audited acceptances were undone, except for labels that people had changed.' : 'Not audited.']
}

const inBulk = ({ acceptances, labels }: ModelAudits['undoing']) => `${counted(labels, 'label')} in ${counted(acceptances, 'acceptance')}`

function endedWords({ accepted, judged, wrong, remainingShare, isOfOneLabel, endedAt }: ModelAudit): string {
  const kind = isOfOneLabel ? 'Audit (not blind, as all had one label)' : 'Blind audit'
  const audit = `${kind} of a random sample of ${counted(accepted, 'label')}, ended on ${endedAt.slice(0, 10)}:`
  if (!remainingShare) return `${audit} no label was judged, so the errors are unknown.`
  const found = `${audit} ${count(wrong)} of ${counted(judged, 'judged label')} ${wrong === 1 ? 'was' : 'were'} wrong.`
  const { value, low, high } = remainingShare
  if (value === null) return `${found} Up to ${percent(high, Math.ceil)} of all may still be wrong (rule of three).`
  if (low === high) return `${found} All labels were judged, and ${percent(value)} are still wrong.`
  const interval = `95 % Wilson interval ${percent(low, Math.floor)} to ${percent(high, Math.ceil)}`
  return `${found} About ${percent(value)} of all are expected to be wrong still (${interval}).`
}

const count = (number: number) => number.toLocaleString('en')
const counted = (number: number, noun: string) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`

/** Percentage with at most one decimal. Interval ends are rounded outwards. */
const percent = (share: number, round = Math.round) => `${round(Number((1000 * share).toFixed(6))) / 10} %`
