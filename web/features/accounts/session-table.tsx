import { useMutation } from '@tanstack/react-query'
import type { Session } from '../../../shared/contracts/accounts.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { browserName } from './browser-name.ts'
import { endSession } from './queries.ts'

/** Where the person is signed in. */
export function SessionTable({ sessions }: { sessions: Session[] }) {
  const { mutate: end, isPending, variables } = useMutation(endSession())
  return (
    <Table
      label="Sessions"
      rows={sessions}
      rowKey={session => session.id}
      columns={[
        {
          id: 'browser',
          header: 'Browser',
          cell: session => (
            <span title={session.userAgent ?? undefined}>
              {browserName(session.userAgent)} {session.current && <Badge tone="primary">this one</Badge>}
            </span>
          )
        },
        { id: 'address', header: 'Address', stackedLabel: true, cell: session => <code>{session.address ?? 'unknown'}</code> },
        { id: 'since', header: 'Signed in', stackedLabel: true, cell: session => <Timestamp time={session.createdAt} /> },
        { id: 'last', header: 'Last used', stackedLabel: true, cell: session => <Timestamp time={session.lastUsedAt} /> },
        {
          id: 'actions',
          header: '',
          srHeader: 'Actions',
          cell: session =>
            !session.current && (
              <Button
                size="small"
                variant="quiet"
                busy={isPending && variables === session.id}
                aria-label={`Sign out ${browserName(session.userAgent)}`}
                onClick={() =>
                  end(session.id, {
                    onError: error => showToast({ tone: 'danger', title: sentenceOf(error, 'The session could not be signed out') })
                  })
                }
              >
                Sign out
              </Button>
            )
        }
      ]}
    />
  )
}
