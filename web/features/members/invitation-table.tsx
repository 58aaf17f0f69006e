import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../../shared/contracts/invitations.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { revokeInvitation } from './invitation-queries.ts'
import { roles } from './roles.ts'

/** Invitation links that still work. */
export function InvitationTable({ projectId, invitations }: { projectId: string; invitations: Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { mutateAsync: revoke } = useMutation(revokeInvitation(projectId))
  return (
    <>
      <Table
        label="Invitation links"
        rows={invitations}
        rowKey={invitation => invitation.id}
        columns={[
          {
            id: 'role',
            header: 'Link for',
            cell: ({ role, once }) => `${roles[role].name}, ${once ? 'one person' : 'everyone who has it'}`
          },
          { id: 'by', header: 'Made by', stackedLabel: true, cell: ({ invitedBy }) => invitedBy },
          { id: 'uses', header: 'Joined', stackedLabel: true, cell: ({ uses }) => uses },
          { id: 'end', header: 'Ends', stackedLabel: true, cell: ({ expiresAt }) => <Timestamp time={expiresAt} show="day" /> },
          {
            id: 'actions',
            header: '',
            srHeader: 'Actions',
            cell: invitation => (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Take the link for ${roles[invitation.role].name} back`}
                onClick={() => setRevoking(invitation)}
              >
                Take back
              </Button>
            )
          }
        ]}
      />
      <ConfirmDialog
        title="Take this invitation link back?"
        confirm="Take back"
        tone="danger"
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        onConfirm={async () => {
          if (!revoking) return
          await revoke(revoking.id).catch((error: unknown) => {
            showToast({ tone: 'danger', title: sentenceOf(error, 'The link could not be taken back') })
            throw error
          })
        }}
      >
        <p>It stops working at once. Who joined by it stays a member.</p>
      </ConfirmDialog>
    </>
  )
}
