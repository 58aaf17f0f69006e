import { Link } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { ModelAudits as Audits, ModelAudit } from '../../../../shared/contracts/acceptance-audits.ts'
import { Note } from '../../../ui/note.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { intervalWords } from '../words.ts'
import { auditTexts } from './texts.ts'

const { ofModel: words } = auditTexts

/** Section of a model card: its audits, the latest first, and the labels that no audit covers. */
export const ModelAudits = ({ projectId, audits }: { projectId: string; audits: Audits }) => (
  <Section title={words.title} description={words.description}>
    {audits.ended.length > 0 && (
      <Table label={words.title} columns={columnsOf(projectId)} rows={audits.ended} rowKey={({ bulkAcceptanceId: id }) => id} />
    )}
    {words.notes(audits).map(note => (
      <Note key={note}>{note}</Note>
    ))}
  </Section>
)

const columnsOf = (projectId: string): Column<ModelAudit>[] => [
  {
    id: 'run',
    header: words.acceptance,
    cell: ({ bulkAcceptanceId: id, runNumber, accepted, isOfOneLabel }) => (
      <>
        <Link to={projectPath(projectId, `ai/audit/${id}`)}>{words.acceptanceOf(runNumber, accepted)}</Link>
        {isOfOneLabel && ` · ${words.notBlind}`}
      </>
    )
  },
  { id: 'ended', header: auditTexts.ended, cell: ({ endedAt }) => <Timestamp time={endedAt} alone />, stackedLabel: true },
  {
    id: 'wrong',
    header: words.wrong,
    cell: ({ wrong, judged }) => auditTexts.wrongOf(wrong, judged),
    number: true,
    stackedLabel: true
  },
  {
    id: 'right',
    header: auditTexts.right,
    tip: auditTexts.interval,
    cell: ({ precision }) => (precision ? intervalWords(precision) : auditTexts.tooFew),
    number: true,
    stackedLabel: true
  },
  { id: 'left', header: words.left, tip: auditTexts.remainingAbout, cell: words.leftOf, number: true, stackedLabel: true }
]
