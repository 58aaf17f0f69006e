import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '../../../shared/contracts/accounts.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { revokeToken } from './queries.ts'
import { texts } from './texts.ts'

const { tokens: words, revokeDialog } = texts

/** Table of the person's API tokens, used by scripts and notebooks. */
export function TokenTable({ tokens }: { tokens: ApiToken[] }) {
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const { mutateAsync: revoke } = useMutation(revokeToken())
  return (
    <>
      <Table
        label={words.label}
        rows={tokens}
        rowKey={token => token.id}
        columns={[
          { id: 'name', header: words.name, cell: token => token.name },
          { id: 'scope', header: words.access, stackedLabel: true, cell: token => words.accesses[token.scope] },
          { id: 'made', header: words.created, stackedLabel: true, cell: token => <Timestamp time={token.createdAt} show="day" /> },
          {
            id: 'used',
            header: words.lastUsed,
            stackedLabel: true,
            cell: token => (token.lastUsedAt ? <Timestamp time={token.lastUsedAt} /> : words.never)
          },
          { id: 'end', header: words.expires, stackedLabel: true, cell: token => <End token={token} /> },
          {
            id: 'actions',
            header: '',
            srHeader: words.actions,
            cell: token => (
              <Button size="small" variant="quiet" aria-label={words.revokeToken(token.name)} onClick={() => setRevoking(token)}>
                {words.revoke}
              </Button>
            )
          }
        ]}
      />
      <ConfirmDialog
        title={revokeDialog.title(revoking?.name ?? '')}
        confirm={revokeDialog.confirm}
        tone="danger"
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        onConfirm={async () => {
          if (!revoking) return
          await revoke(revoking.id).catch((error: unknown) => {
            showToast({ tone: 'danger', title: sentenceOf(error, revokeDialog.failed) })
            throw error
          })
        }}
      >
        <p>{revokeDialog.about}</p>
      </ConfirmDialog>
    </>
  )
}

function End({ token: { expiresAt } }: { token: ApiToken }) {
  if (!expiresAt) return words.never
  if (Date.parse(expiresAt) < Date.now()) return <Badge tone="warn">{words.expired}</Badge>
  return <Timestamp time={expiresAt} show="day" />
}
