import { facts, heading, list, paragraph } from '../prose/blocks.ts'
import type { LegalText } from './legal-text.ts'

export const privacyText: LegalText = {
  title: 'Privacy',
  lede: 'The data that this software stores about you: contents, place, retention, and how to get a copy. The software sends no telemetry, and no page loads anything from another server.',
  date: '2026-11-28',
  version: '4',
  changes: 'New: map layers of other servers.',
  blocks: [
    heading('controller', 'Responsibility'),
    paragraph(
      'Isobath is software that an institution, a team or a person runs on their own machine. The *operator* of this server decides who gets an account, how long data are kept and where backups go. Under the General Data Protection Regulation, the operator is the controller. The authors of Isobath receive none of your data and have no access to any server.'
    ),
    paragraph(
      'This text describes the software as delivered. If the operator has added a reverse proxy, single sign-on, mail or other services, ask them about the data that those store.'
    ),
    heading('stored', 'Data on the server'),
    facts(
      'Data about people',
      ['Data', 'Contents', 'Kept until'],
      [
        'Account',
        'E-mail address; an argon2id hash of the password, never the password itself; if you enter them: name, affiliation, ORCID iD, picture; theme; date of creation',
        'The operator removes it'
      ],
      [
        'Sessions',
        'For each signed-in browser: last IP address, browser name, dates of creation and last use',
        'You sign out, end it in your profile, or it expires'
      ],
      [
        'Sign-in protection',
        'Networks from which you have signed in (IPv4 address, or the first half of an IPv6 address), and counts of failed attempts',
        '180 days after the last use; failed attempts for one day'
      ],
      ['API tokens', 'Name, scope, dates of creation, expiry and last use; the token itself only as a hash', 'You revoke it'],
      [
        'One-time links',
        'Hashes of links that invite you, set a password or confirm an address, with the e-mail address',
        'One day after they expire'
      ],
      ['Invitation links', 'Hashes of a project’s links, their authors, and the number of people who joined', '30 days after they end'],
      [
        'Opportunities',
        'Your interests (taxa, regions, methods, career stage, country), saved opportunities with notes, the address of your calendar only as a hash, and reports that you send',
        'You remove them, or your account is deleted'
      ],
      ['Confirmed address', 'The date on which a link or an invitation confirmed your e-mail address', 'Your account is deleted'],
      [
        'Projects and membership',
        'Everything that you write, your projects and roles, and a list of activity with names',
        'The project is permanently deleted'
      ],
      [
        'Media',
        'Files as uploaded, with all embedded metadata (often time, camera and position), previews, and the name of the uploader',
        'They are removed from the project'
      ],
      [
        'Audit log',
        'Sign-ins, sign-outs, and changes to members, projects, media and passwords, each with account, IP address, time and outcome',
        'The operator’s retention period'
      ],
      ['Access log', 'Method, path, status, duration and request number of each call', 'The operator’s retention period']
    ),
    paragraph(
      'Photographs can contain more than you expect: a serial number, an exact position, a colleague’s face. The original file is kept unchanged, because it is the evidence for a scientific record. Remove such details before you upload a file.'
    ),
    heading('cookies', 'Cookies'),
    paragraph('Two cookies keep you signed in. Scripts cannot read them.'),
    paragraph(
      'Scripts cannot read the third cookie either. For 400 days, it records that you have signed in with this browser. It keeps wrong passwords entered by others from locking you out. There are no other cookies, so there is no cookie banner.'
    ),
    facts(
      'Cookies set by this site',
      ['Name', 'Purpose', 'Lifetime'],
      ['`__Host-Http-at`', 'Sealed access token. Without HTTPS its name is `at`', 'The lifetime of the token, minutes to hours'],
      ['`__Host-Http-rt`', 'Sealed refresh token. Without HTTPS its name is `rt`', 'Until you sign out, at most 90 days']
    ),
    heading('browser', 'Data in your browser'),
    facts(
      'Local storage',
      ['Key', 'Contents'],
      ['`isobath.session`', 'That you are signed in, the expiry of the access token, and the id of your account'],
      [
        '`isobath.access_token`, `isobath.refresh_token`, `isobath.token_type`',
        'The tokens themselves, instead of the two cookies, if the operator has chosen bearer mode'
      ],
      ['`isobath.theme`', 'Light or dark, if you chose one'],
      ['`isobath.letterKeys`', 'That single-letter shortcuts are off, if you turned them off'],
      [
        '`isobath.debug-log`',
        'At most 100 entries about the app in this browser, without passwords and tokens. View and clear them on the [debug page](/debug)'
      ]
    ),
    paragraph(
      'Annotations that have not reached the server are kept in a database of this browser, with the steps that can be undone. They are separate for each account, and signing out removes them.'
    ),
    paragraph(
      'Warnings and errors from the debug log are also sent to this server, so that its operator can see failures. They go nowhere else. The browser may keep a few display settings, such as the state of the sidebar.'
    ),
    heading('elsewhere', 'Data that leave the server'),
    paragraph(
      'When someone looks up or checks a name, the server sends that name to the World Register of Marine Species (WoRMS). A scraper job sends the query that its editor wrote (taxa, area, dates) to OBIS, GBIF, WoRMS or the address in the job, with the name, version and public address of this server. Neither sends anything about people, except that a job of GBIF downloads sends the GBIF account that an owner of the project entered for it. Tiles of a map layer that an administrator added are fetched by the server. The provider of the layer learns which area is looked at, to about ten metres at the closest zoom, but not by whom. This includes the surroundings of places whose positions are generalised elsewhere. The operator can configure a mail server for messages to your e-mail address.'
    ),
    heading('purpose', 'Purpose'),
    list(
      'To provide the service: accounts, projects, media.',
      'To protect it: sessions, sign-in protection, the audit log.',
      'To document research: the author and the date of each record and change. This provenance is part of the scientific record and may have to outlive your account.'
    ),
    paragraph(
      'The software uses no data for advertising, profiling, or training models outside this server. It sells and passes on nothing.'
    ),
    heading('rights', 'Access, export, correction, deletion'),
    list(
      '**Access and correction.** Your [profile](/profile) shows and changes the data about you, lists your sessions and tokens, and ends them.',
      '**Export.** Every file can be downloaded as it was uploaded. All other data that you can see are available as JSON through the API described at `/api/openapi.json`, with a personal token.',
      '**Deletion.** You can remove media and projects yourself. A deleted project can be restored for 30 days and is then gone. To delete your account, ask the operator; there is no button for it yet. The operator can disable it at once.',
      '**Backups.** Deleted data remain in the operator’s backups until those are overwritten. Ask the operator when that is.'
    ),
    paragraph(
      'Depending on your country, you may also have the right to restrict or object to processing, and to complain to a supervisory authority. Please contact the operator first.'
    ),
    heading('contact', 'Contact'),
    paragraph(
      'Contact the operator of this server, usually the person who invited you or the IT department of your institute. The Isobath project has no address for questions about your data, because it has none of them.'
    )
  ]
}
