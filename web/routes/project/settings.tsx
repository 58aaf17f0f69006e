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
import { isAwaited, Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './settings.module.css'
import { settingsTexts as texts } from './texts.ts'

export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const server = useQuery(capabilities())
  return (
    <Page title={texts.title} description={project.data?.title}>
      <Loaded
        query={isAwaited(server) ? { ...project, data: undefined } : project}
        failed={texts.failed}
        skeleton={<SkeletonRows rows={8} height="2.25rem" label={texts.loading} />}
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
      <Section title={texts.details.title} id="details">
        {!mayEdit(project) && <Note>{texts.details.readOnly}</Note>}
        <ProjectEditor
          project={project}
          foreign={foreign}
          readOnly={!mayEdit(project)}
          onSaved={() => showToast({ tone: 'ok', title: texts.details.saved })}
        />
      </Section>
      {hasMembers && <Members project={project} />}
      {hasMedia && <AttributeSettings projectId={project.id} canManage={project.role === 'owner'} />}
      {project.role === 'owner' && (
        <Section title={texts.danger.title} id="danger">
          <div className={styles.danger}>
            <p>{texts.danger.about}</p>
            <DeleteProject
              project={project}
              restorable={!foreign}
              onDeleted={() => {
                showToast({ tone: 'ok', title: texts.danger.deleted(project.title) })
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
      title={texts.members.title}
      id="members"
      description={canManage ? texts.members.descriptionForOwner : texts.members.description}
    >
      {canManage && <AddMemberForm projectId={project.id} />}
      <Loaded
        query={members}
        failed={texts.members.failed}
        skeleton={<SkeletonRows rows={4} height="2.5rem" label={texts.members.loading} />}
      >
        {list => (
          <MemberTable
            projectId={project.id}
            members={list}
            viewerId={user.id}
            canManage={canManage}
            showsAddresses={mayEdit(project)}
            onLeft={() => {
              showToast({ tone: 'ok', title: texts.members.left(project.title) })
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
    <section className={styles.invitations} aria-label={texts.invitations.title}>
      <h3>{texts.invitations.title}</h3>
      <p>{texts.invitations.about}</p>
      <InviteForm projectId={projectId} />
      <Loaded
        query={list}
        failed={texts.invitations.failed}
        skeleton={<SkeletonRows rows={2} height="2.5rem" label={texts.invitations.loading} />}
      >
        {items => (items.length > 0 ? <InvitationTable projectId={projectId} invitations={items} /> : null)}
      </Loaded>
    </section>
  )
}

/** Scrolls to the section that the URL fragment names, as in `…/settings#members`. */
function useScrollToSection() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}
