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
import { roleOptions, roles } from './role-words.ts'
import { texts } from './texts.ts'

const { table: words, leaveDialog, removeDialog } = texts

interface MemberTableProps {
  projectId: string
  members: Member[]
  /** Id of the signed-in account, which can leave the project. */
  viewerId: string
  /** Whether the signed-in account is an owner, who can change roles and remove people. */
  canManage: boolean
  /** Whether addresses are shown beside names. */
  showsAddresses: boolean
  /** Called after the signed-in account has left the project. */
  onLeft: () => void
}

/** Table of members and their roles. The last owner cannot leave, because a project needs someone who can add others. */
// Long: the columns of one table.
export function MemberTable({ projectId, members, viewerId, canManage, showsAddresses, onLeft }: MemberTableProps) {
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
        label={words.label}
        rows={members}
        rowKey={member => member.accountId}
        columns={[
          {
            id: 'person',
            header: words.person,
            cell: member => (
              <div className={styles.person}>
                <MemberAvatar member={member} />
                <span className={styles.names}>
                  <span>{member.accountId === viewerId ? words.you(nameOf(member)) : nameOf(member)}</span>
                  {showsAddresses && member.name && member.email !== member.name && <span className={styles.email}>{member.email}</span>}
                  {showsAddresses && member.emailProved === false && (
                    <span>
                      <Badge tone="warn">{words.unverified}</Badge>
                    </span>
                  )}
                </span>
              </div>
            )
          },
          {
            id: 'role',
            header: words.role,
            cell: member =>
              canManage && !isLastOwner(member) ? (
                <BareSelect
                  label={words.roleOf(nameOf(member))}
                  options={roleOptions}
                  value={member.role}
                  disabled={changeRole.isPending}
                  onChange={event =>
                    changeRole.mutate(
                      { accountId: member.accountId, role: event.target.value as Role },
                      { onError: fail(words.roleNotChanged) }
                    )
                  }
                />
              ) : (
                roles[member.role].name
              )
          },
          { id: 'joined', header: words.joined, stackedLabel: true, cell: member => <Timestamp time={member.joinedAt} show="day" /> },
          {
            id: 'actions',
            header: '',
            srHeader: words.actions,
            cell: member =>
              (canManage || member.accountId === viewerId) &&
              !isLastOwner(member) && (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={member.accountId === viewerId ? words.leaveProject : words.removePerson(nameOf(member))}
                  onClick={() => setLeaving(member)}
                >
                  {member.accountId === viewerId ? words.leave : words.remove}
                </Button>
              )
          }
        ]}
      />
      <ConfirmDialog
        title={isSelf ? leaveDialog.title : removeDialog.title(leaving ? nameOf(leaving) : '')}
        confirm={isSelf ? leaveDialog.confirm : removeDialog.confirm}
        tone="danger"
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (!leaving) return
          await remove.mutateAsync(leaving.accountId).catch((error: unknown) => {
            fail(removeDialog.failed)(error)
            throw error
          })
          if (isSelf) onLeft()
        }}
      >
        <p>{isSelf ? leaveDialog.about : removeDialog.about}</p>
      </ConfirmDialog>
    </>
  )
}
