import { facts, heading, list, paragraph } from '../prose/blocks.ts'
import type { LegalText } from './legal-text.ts'

export const privacyText: LegalText = {
  title: 'Privacy',
  lede: 'What this software stores about you, where, for how long, and how to get it out again. It reports to nobody: there is no telemetry, and no page loads anything from another server.',
  date: '2026-11-20',
  version: '1',
  changes: 'First version.',
  blocks: [
    heading('controller', 'Who is responsible'),
    paragraph(
      'Isobath is software that an institution, a team or a person runs on a machine of their own. Whoever runs the installation you are looking at, its *operator*, decides who gets an account, how long data stay and where backups go. In the words of the General Data Protection Regulation the operator is the controller. The people who write Isobath receive none of your data and cannot look into any installation.'
    ),
    paragraph(
      'This text describes what the software does as it is delivered. If the operator has added a reverse proxy, single sign-on, mail or other services around it, ask them for what those store.'
    ),
    heading('stored', 'What is stored on the server'),
    facts(
      'Data about people',
      ['What', 'Contents', 'Kept until'],
      [
        'Account',
        'E-mail address; password as an argon2id hash, never the password itself; if you give them: name, affiliation, ORCID iD, picture; theme; time of creation',
        'The operator removes it'
      ],
      [
        'Sessions',
        'For each place where you are signed in: IP address at the last use, what the browser calls itself, times of creation and last use',
        'You sign out, end it in your profile, or it expires'
      ],
      [
        'Sign-in protection',
        'Networks from which you signed in successfully (IPv4 address, or the first half of an IPv6 address), and counts of failed attempts',
        '180 days after the last use; failed attempts one day'
      ],
      ['API tokens', 'Name, scope, times of creation, expiry and last use; the token itself only as a hash', 'You revoke it'],
      [
        'One-time links',
        'Hash of links that invite, set a password or prove an address, with the address they were made for',
        'One day after they expire'
      ],
      ['Invitation links', 'Hash of a project’s links, who made them, how many people joined', '30 days after they end'],
      ['Proof of address', 'When a link or an invitation proved that your e-mail address is yours', 'Your account is deleted'],
      [
        'Projects and membership',
        'What you write, which projects you belong to with which role, and an activity list of who did what',
        'The project is deleted for good'
      ],
      [
        'Media',
        'The files as uploaded, with all their embedded metadata (often the time, the camera and the position), previews, and who added them',
        'They are removed from the project'
      ],
      [
        'Audit log',
        'Sign-ins, sign-outs, changes of members, projects, media and passwords, each with account, IP address, time and outcome',
        'The operator’s retention rule'
      ],
      ['Access log', 'Method, path, status, duration and request number of each call', 'The operator’s retention rule']
    ),
    paragraph(
      'Photographs can hold more than one thinks: a serial number, an exact position, a colleague’s face. The original file is kept unchanged, because it is the evidence of a scientific record. Remove what must not be there before you upload it.'
    ),
    heading('cookies', 'Cookies'),
    paragraph('Two cookies, both needed for staying signed in, both unreadable for scripts.'),
    paragraph(
      'A third one, as unreadable, remembers for 400 days that you have signed in with this browser: wrong passwords that others try do not keep you out of it. There are no others, so there is no banner.'
    ),
    facts(
      'Cookies set by this site',
      ['Name', 'Purpose', 'Lifetime'],
      [
        '`__Host-Http-at`',
        'Sealed access token. On an installation without HTTPS it is called `at`',
        'That of the token, minutes to hours'
      ],
      [
        '`__Host-Http-rt`',
        'Sealed refresh token. On an installation without HTTPS it is called `rt`',
        'Until you sign out, at most 90 days'
      ]
    ),
    heading('browser', 'What is stored in your browser'),
    facts(
      'Local storage',
      ['Key', 'Contents'],
      ['`isobath.session`', 'That you are signed in, when the access token ends, and the number of your account'],
      [
        '`isobath.access_token`, `isobath.refresh_token`, `isobath.token_type`',
        'The tokens themselves, instead of the two cookies: only where the operator has chosen the bearer mode'
      ],
      ['`isobath.theme`', 'Light or dark, if you chose one'],
      ['`isobath.letterKeys`', 'That single-letter shortcuts are off, if you turned them off'],
      [
        '`isobath.debug-log`',
        'At most 100 entries about what the app did in this browser; passwords and tokens are taken out first. See and clear it on the [debug page](/debug)'
      ]
    ),
    paragraph(
      'Marks that are not on the server yet wait in a database of this browser, with the steps that can be undone. They are kept apart by account, and signing out removes them.'
    ),
    paragraph(
      'Warnings and errors from the debug log are also sent to this server, so that the operator can see that something failed for you. They go nowhere else. The browser may keep a few further choices of display, such as whether the side bar is open.'
    ),
    heading('purpose', 'What it is used for'),
    list(
      'To run the service for you and your team: accounts, projects, media.',
      'To keep it secure: sessions, sign-in protection, the audit log.',
      'To document research: who added or changed which record, and when. Provenance of this kind is part of the scientific record and may have to outlive your account.'
    ),
    paragraph(
      'Nothing is used for advertising, profiling or training of models outside this installation. Nothing is sold or passed on by the software.'
    ),
    heading('rights', 'See, export, correct, delete'),
    list(
      '**See and correct.** Your [profile](/profile) shows and changes what is stored about you, lists your sessions and tokens, and ends them.',
      '**Export.** Every file can be downloaded as it was uploaded. Everything that you see can be read through the documented interface at `/api/openapi.json` with a personal token, and arrives as JSON.',
      '**Delete.** Remove media and projects yourself; a deleted project can be restored for 30 days and is gone afterwards. For deleting the account, ask the operator: there is no button for it yet. They can disable it at once.',
      '**Backups.** What you delete lives on in the operator’s backups until those are overwritten. Ask how long that is.'
    ),
    paragraph(
      'Depending on where you live you may also have a right to restriction, to object, and to complain to a supervisory authority. Turn to the operator first.'
    ),
    heading('contact', 'Contact'),
    paragraph(
      'The operator of this installation, usually whoever invited you or looks after the machines of your institute. Isobath itself has no address to write to about your data, because it has none of it.'
    )
  ]
}
