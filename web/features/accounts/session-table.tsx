import { useMutation } from '@tanstack/react-query'
import type { Session } from '../../../shared/contracts/accounts.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { Term } from '../../ui/term.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { browserName } from './browser-name.ts'
import { endSession } from './queries.ts'
import { texts } from './texts.ts'

const { sessions: words } = texts

/** Table of the browsers where the person is signed in. */
export function SessionTable({ sessions }: { sessions: Session[] }) {
  const { mutate: end, isPending, variables } = useMutation(endSession())
  return (
    <Table
      label={words.label}
      rows={sessions}
      rowKey={session => session.id}
      columns={[
        {
          id: 'browser',
          header: words.browser,
          cell: session => (
            <>
              <Term tip={session.userAgent}>{browserName(session.userAgent)}</Term>{' '}
              {session.current && <Badge tone="primary">{words.thisOne}</Badge>}
            </>
          )
        },
        {
          id: 'address',
          header: words.address,
          stackedLabel: true,
          cell: session => <code>{session.address ?? words.unknownAddress}</code>
        },
        { id: 'since', header: words.signedIn, stackedLabel: true, cell: session => <Timestamp time={session.createdAt} /> },
        { id: 'last', header: words.lastUsed, stackedLabel: true, cell: session => <Timestamp time={session.lastUsedAt} /> },
        {
          id: 'actions',
          header: '',
          srHeader: words.actions,
          cell: session =>
            !session.current && (
              <Button
                size="small"
                variant="quiet"
                busy={isPending && variables === session.id}
                aria-label={words.signOutOf(browserName(session.userAgent))}
                onClick={() =>
                  end(session.id, {
                    onError: error => showToast({ tone: 'danger', title: sentenceOf(error, words.failed) })
                  })
                }
              >
                {words.signOut}
              </Button>
            )
        }
      ]}
    />
  )
}
