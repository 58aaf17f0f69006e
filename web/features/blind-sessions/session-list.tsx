import { Link } from 'react-router-dom'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import type { AnnotationSession } from './queries.ts'
import styles from './sessions.module.css'
import { sessionPath, spanOf, stateWords } from './words.ts'

const columns: Column<AnnotationSession>[] = [
  { id: 'name', header: 'Session', cell: ({ id, projectId, name }) => <Link to={sessionPath(projectId, id)}>{name}</Link> },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, isMember }) => (
      <Badge tone={stateWords[state].tone}>{state === 'running' && isMember ? 'you take part' : stateWords[state].word}</Badge>
    )
  },
  { id: 'span', header: 'When', cell: session => <span className={styles.figures}>{spanOf(session)}</span> },
  { id: 'members', header: 'Members', cell: ({ members }) => members.map(({ name }) => name).join(', ') },
  { id: 'images', header: 'Images', number: true, stackedLabel: true, cell: ({ imageCount }) => formatNumber(imageCount, 0) }
]

/** Blind sessions of a project, newest first. */
export function SessionList({ sessions }: { sessions: AnnotationSession[] }) {
  return <Table label="Blind sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
}
