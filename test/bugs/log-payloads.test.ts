/** Faults of what is sent that users reported in public, each as the smallest log that shows it. */
import { bugReports } from "../support/bug-rows.ts";

bugReports(`
45 a call without a result
  U1 A1(U1,tu=t1)
  U: U1 / A: +t1 / U: =t1!
48 one call twice
  U1 A1(U1,tu=t1) R1(A1,tr=t1) A2(R1,tu=t1) R2(A2,tr=t1) A3(R2)
  U: U1 / A: +t1 / U: =t1:R1 / A: A3
50 two results of one call, of which the real one counts
  U0 A1(U0,tu=t1) R1(A1,tr=t1,error) R2(A1,tr=t1)
  U: U0 / A: +t1 / U: =t1:R2
51 empty texts
  U1 A1(U1,text=,tu=t1) U2(A1,text=,tr=t1,text=_)
  U: U1 / A: +t1 / U: =t1:U2
58 redacted thinking before a call
  U1 A1(U1,m=m1,redacted=d1) A2(A1,m=m1,tu=t1) R1(A2,tr=t1)
  U: U1 / A: d1 +t1 / U: =t1:R1
59 thinking of which only the signature is left
  U1 A1(U1,m=m1,thinking=s1) A2(A1,m=m1,tu=t1) R1(A2,tr=t1)
  U: U1 / A: s1 +t1 / U: =t1:R1
64 words that the client made up
  U1 A1(U1,model=<synthetic>) U2(A1)
  U: U1 U2
71 a boundary that keeps nothing
  U1 A1(U1) B1(-,logical=A1) U2(B1) U3(U2)
  U: U2 U3
88 a rewind to the very start
  U1 A1(U1) U2
  U: U2
95 a branch that was left
  U1 A1(U1) U2(A1) A2(U2) U3(A1)
  U: U1 / A: A1 / U: U3
`);
