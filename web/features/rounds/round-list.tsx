import { Link } from 'react-router-dom'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import type { AnnotationSession } from './queries.ts'
import { RoundSpan } from './round-span.tsx'
import { texts } from './texts.ts'
import { roundPath } from './words.ts'

const { list, states } = texts

const columns: Column<AnnotationSession>[] = [
  { id: 'name', header: list.columns.name, cell: ({ id, projectId, name }) => <Link to={roundPath(projectId, id)}>{name}</Link> },
  {
    id: 'state',
    header: list.columns.state,
    cell: ({ state, isMember }) => (
      <Badge tone={states[state].tone}>{state === 'running' && isMember ? list.youTakePart : states[state].word}</Badge>
    )
  },
  { id: 'span', header: list.columns.span, cell: round => <RoundSpan round={round} /> },
  { id: 'members', header: list.columns.members, cell: ({ members }) => members.map(({ name }) => name).join(', ') },
  { id: 'images', header: list.columns.images, number: true, stackedLabel: true, cell: ({ imageCount }) => formatNumber(imageCount, 0) }
]

/** Blind sessions of a project, newest first. */
export function RoundList({ rounds }: { rounds: AnnotationSession[] }) {
  return <Table label={list.title} columns={columns} rows={rounds} rowKey={({ id }) => id} />
}
