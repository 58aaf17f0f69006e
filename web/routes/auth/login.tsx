import { Link } from 'react-router-dom'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { texts } from '../../features/auth/sign-in-texts.tsx'

const { signIn: words } = texts

export function Component() {
  return (
    <AuthPage title={words.title} description={words.about}>
      <LoginForm />
      <AuthLinks>
        <Link to="/forgot-password">{words.forgot}</Link>
        <span>
          {words.newHere(text => (
            <Link to="/signup">{text}</Link>
          ))}
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
