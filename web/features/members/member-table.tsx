import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../shared/contracts/members.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { MemberAvatar } from './member-avatar.tsx'
import styles from './member-table.module.css'
import { removeMember, setRole } from './queries.ts'
import { roleOptions, roles } from './roles.ts'

interface MemberTableProps {
  projectId: string
  members: Member[]
  /** The account that looks: it can leave. */
  viewerId: string
  /** Owners change roles and remove people. */
  canManage: boolean
  /** After the viewer has left the project. */
  onLeft: () => void
}

/** People and their roles. The last owner stays: somebody must be able to let others in. */
// Long: the columns of one table.
export function MemberTable({ projectId, members, viewerId, canManage, onLeft }: MemberTableProps) {
  const changeRole = useMutation(setRole(projectId))
  const remove = useMutation(removeMember(projectId))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const owners = members.filter(({ role }) => role === 'owner').length
  const isLastOwner = (member: Member) => member.role === 'owner' && owners === 1
  const nameOf = (member: Member) => member.name ?? member.email
  const fail = (fallback: string) => (error: unknown) => showToast({ tone: 'danger', title: sentenceOf(error, fallback) })
  const isSelf = leaving?.accountId === viewerId

  return (
    <>
      <Table
        label="Members"
        rows={members}
        rowKey={member => member.accountId}
        columns={[
          {
            id: 'person',
            header: 'Person',
            cell: member => (
              <div className={styles.person}>
                <MemberAvatar member={member} />
                <span className={styles.names}>
                  <span>
                    {nameOf(member)}
                    {member.accountId === viewerId && ' (you)'}
                  </span>
                  {member.name && <span className={styles.email}>{member.email}</span>}
                  {member.emailProved === false && (
                    <span>
                      <Badge tone="warn">address not proved</Badge>
                    </span>
                  )}
                </span>
              </div>
            )
          },
          {
            id: 'role',
            header: 'Role',
            cell: member =>
              canManage && !isLastOwner(member) ? (
                <BareSelect
                  label={`Role of ${nameOf(member)}`}
                  options={roleOptions}
                  value={member.role}
                  disabled={changeRole.isPending}
                  onChange={event =>
                    changeRole.mutate(
                      { accountId: member.accountId, role: event.target.value as Role },
                      { onError: fail('The role could not be changed') }
                    )
                  }
                />
              ) : (
                roles[member.role].name
              )
          },
          { id: 'joined', header: 'Since', stackedLabel: true, cell: member => <Timestamp time={member.joinedAt} show="day" /> },
          {
            id: 'actions',
            header: '',
            srHeader: 'Actions',
            cell: member =>
              (canManage || member.accountId === viewerId) &&
              !isLastOwner(member) && (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={member.accountId === viewerId ? 'Leave the project' : `Remove ${nameOf(member)}`}
                  onClick={() => setLeaving(member)}
                >
                  {member.accountId === viewerId ? 'Leave' : 'Remove'}
                </Button>
              )
          }
        ]}
      />
      <ConfirmDialog
        title={isSelf ? 'Leave this project?' : `Remove ${leaving ? nameOf(leaving) : ''}?`}
        confirm={isSelf ? 'Leave the project' : 'Remove'}
        tone="danger"
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (!leaving) return
          await remove.mutateAsync(leaving.accountId).catch((error: unknown) => {
            fail('The member could not be removed')(error)
            throw error
          })
          if (isSelf) onLeft()
        }}
      >
        <p>
          {isSelf
            ? 'You lose access to it. What you added stays. An owner can add you again.'
            : 'They lose access to the project. What they added stays. You can add them again.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
