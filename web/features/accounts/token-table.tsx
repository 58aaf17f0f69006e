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

/** Tokens that scripts and notebooks use in the person's name. */
export function TokenTable({ tokens }: { tokens: ApiToken[] }) {
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const { mutateAsync: revoke } = useMutation(revokeToken())
  return (
    <>
      <Table
        label="API tokens"
        rows={tokens}
        rowKey={token => token.id}
        columns={[
          { id: 'name', header: 'For', cell: token => token.name },
          { id: 'scope', header: 'May', stackedLabel: true, cell: token => (token.scope === 'read' ? 'read' : 'read and change') },
          { id: 'made', header: 'Made', stackedLabel: true, cell: token => <Timestamp time={token.createdAt} show="day" /> },
          {
            id: 'used',
            header: 'Last used',
            stackedLabel: true,
            cell: token => (token.lastUsedAt ? <Timestamp time={token.lastUsedAt} /> : 'never')
          },
          { id: 'end', header: 'Ends', stackedLabel: true, cell: token => <End token={token} /> },
          {
            id: 'actions',
            header: '',
            srHeader: 'Actions',
            cell: token => (
              <Button size="small" variant="quiet" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                Revoke
              </Button>
            )
          }
        ]}
      />
      <ConfirmDialog
        title={`Revoke “${revoking?.name ?? ''}”?`}
        confirm="Revoke token"
        tone="danger"
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        onConfirm={async () => {
          if (!revoking) return
          await revoke(revoking.id).catch((error: unknown) => {
            showToast({ tone: 'danger', title: sentenceOf(error, 'The token could not be revoked') })
            throw error
          })
        }}
      >
        <p>What uses it stops working at once. This cannot be undone; a new token can be made.</p>
      </ConfirmDialog>
    </>
  )
}

function End({ token: { expiresAt } }: { token: ApiToken }) {
  if (!expiresAt) return 'never'
  if (Date.parse(expiresAt) < Date.now()) return <Badge tone="warn">ended</Badge>
  return <Timestamp time={expiresAt} show="day" />
}
