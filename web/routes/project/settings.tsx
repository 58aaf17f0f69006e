import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { capabilities, useFeature } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { AttributeSettings } from '../../features/attributes/attribute-settings.tsx'
import { AddMemberForm } from '../../features/members/add-member-form.tsx'
import { invitationsOf } from '../../features/members/invitation-queries.ts'
import { InvitationTable } from '../../features/members/invitation-table.tsx'
import { InviteForm } from '../../features/members/invite-form.tsx'
import { MemberTable } from '../../features/members/member-table.tsx'
import { membersOf } from '../../features/members/queries.ts'
import { DeleteProject } from '../../features/projects/delete-project.tsx'
import { ProjectEditor } from '../../features/projects/project-editor.tsx'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './settings.module.css'

export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  return (
    <Page title="Settings" description={project.data?.title}>
      <Loaded
        query={project}
        failed="The project could not be loaded"
        skeleton={<SkeletonRows rows={8} height="2.25rem" label="Loading settings" />}
      >
        {data => <Settings key={data.id} project={data} />}
      </Loaded>
    </Page>
  )
}

function Settings({ project }: { project: Project }) {
  const foreign = useQuery(capabilities()).data?.foreign ?? false
  const navigate = useNavigate()
  const hasMembers = useFeature('members')
  const hasMedia = useFeature('media')
  useScrollToSection()
  return (
    <>
      <Section title="Details" id="details">
        {!mayEdit(project) && <Note>You may look at this project. Its owners and editors can change it.</Note>}
        <ProjectEditor
          project={project}
          foreign={foreign}
          readOnly={!mayEdit(project)}
          onSaved={() => showToast({ tone: 'ok', title: 'Saved' })}
        />
      </Section>
      {hasMembers && <Members project={project} />}
      {hasMedia && <AttributeSettings projectId={project.id} canManage={project.role === 'owner'} />}
      {project.role === 'owner' && (
        <Section title="Danger zone" id="danger">
          <div className={styles.danger}>
            <p>Deleting takes the project away from everyone in it.</p>
            <DeleteProject
              project={project}
              restorable={!foreign}
              onDeleted={() => {
                showToast({ tone: 'ok', title: `${project.title} is deleted` })
                void navigate('/projects')
              }}
            />
          </div>
        </Section>
      )}
    </>
  )
}

function Members({ project }: { project: Project }) {
  const members = useQuery(membersOf(project.id))
  const navigate = useNavigate()
  const user = useUser()
  const canManage = project.role === 'owner'
  return (
    <Section
      title="Members"
      id="members"
      description={canManage ? 'Who works here, and what each may do.' : 'Who works here. Owners add people and change roles.'}
    >
      {canManage && <AddMemberForm projectId={project.id} />}
      <Loaded
        query={members}
        failed="The members could not be loaded"
        skeleton={<SkeletonRows rows={4} height="2.5rem" label="Loading members" />}
      >
        {list => (
          <MemberTable
            projectId={project.id}
            members={list}
            viewerId={user.id}
            canManage={canManage}
            onLeft={() => {
              showToast({ tone: 'ok', title: `You have left ${project.title}` })
              void navigate('/projects')
            }}
          />
        )}
      </Loaded>
      {canManage && <Invitations projectId={project.id} />}
    </Section>
  )
}

function Invitations({ projectId }: { projectId: string }) {
  const list = useQuery(invitationsOf(projectId))
  return (
    <section className={styles.invitations} aria-label="Invitation links">
      <h3>Invitation links</h3>
      <p>A link lets people in who have no account here yet, and proves their address.</p>
      <InviteForm projectId={projectId} />
      <Loaded
        query={list}
        failed="The invitation links could not be loaded"
        skeleton={<SkeletonRows rows={2} height="2.5rem" label="Loading invitation links" />}
      >
        {items => (items.length > 0 ? <InvitationTable projectId={projectId} invitations={items} /> : null)}
      </Loaded>
    </section>
  )
}

/** Each section has its address: `…/settings#members`. */
function useScrollToSection() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}
