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
import { texts } from './texts.ts'

const { links: words, revokeDialog } = texts

/** Table of the valid invitation links of a project. */
export function InvitationTable({ projectId, invitations }: { projectId: string; invitations: Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { mutateAsync: revoke } = useMutation(revokeInvitation(projectId))
  return (
    <>
      <Table
        label={words.label}
        rows={invitations}
        rowKey={invitation => invitation.id}
        columns={[
          {
            id: 'role',
            header: words.link,
            cell: ({ role, once }) => (once ? words.onePerson(role) : words.anyone(role))
          },
          { id: 'by', header: words.createdBy, stackedLabel: true, cell: ({ invitedBy }) => invitedBy },
          { id: 'uses', header: words.joined, stackedLabel: true, cell: ({ uses }) => uses },
          { id: 'end', header: words.expires, stackedLabel: true, cell: ({ expiresAt }) => <Timestamp time={expiresAt} show="day" /> },
          {
            id: 'actions',
            header: '',
            srHeader: words.actions,
            cell: invitation => (
              <Button size="small" variant="quiet" aria-label={words.revokeLink(invitation.role)} onClick={() => setRevoking(invitation)}>
                {words.revoke}
              </Button>
            )
          }
        ]}
      />
      <ConfirmDialog
        title={revokeDialog.title}
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
