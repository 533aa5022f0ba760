# SPDX-License-Identifier: Apache-2.0
package Lastro::Browser;

# A minimal browser: keeps cookies, fills a page's form and sends it.
#
#	my $b = Lastro::Browser->new($t);
#	my $page = $b->open('/login');
#	$b->submit($page, email => 'ana@example.com', password => '…');

use strict;
use warnings;

sub new {
	my ($class, $t, %o) = @_;

	return bless { t => $t, cookies => {}, headers => $o{headers} // {} }, $class;
}

sub cookies { my ($self) = @_; return join '; ', map { "$_=$self->{cookies}{$_}" } sort keys %{ $self->{cookies} } }

sub request {
	my ($self, $method, $target, %o) = @_;
	my %headers = (%{ $self->{headers} }, %{ $o{headers} // {} });

	$headers{Cookie} = $self->cookies if %{ $self->{cookies} };
	my $r = $self->{t}->request($method, $target, %o, headers => \%headers);
	for my $set ($r->headers_named('set-cookie')) {
		my ($name, $value) = $set =~ /^([^=]+)=([^;]*)/ or next;

		if ($set =~ /Max-Age=0/) { delete $self->{cookies}{$name} } else { $self->{cookies}{$name} = $value }
	}
	return $r;
}

sub open { my ($self, $target) = @_; return $self->request('GET', $target) }

# unescape() - an attribute value or text of the page, unescaped.
sub unescape {
	my ($text) = @_;

	$text =~ s/&lt;/</g; $text =~ s/&gt;/>/g; $text =~ s/&quot;/"/g; $text =~ s/&#39;/'/g; $text =~ s/&amp;/&/g;
	return $text;
}

sub escape { my ($text) = @_; utf8::encode($text) if utf8::is_utf8($text); $text =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ge; return $text }

# form() - returns action and fields (checked boxes and hidden fields too) of the page's form whose action matches.
sub form {
	my ($page, $which) = @_;
	my $body = $page->body;

	while ($body =~ m{<form method="post" action="([^"]*)"(?: enctype="([^"]*)")?>(.*?)</form>}gs) {
		my ($action, $type, $inside) = (unescape($1), $2, $3);
		next if defined $which && $action !~ $which;
		my %field;
		while ($inside =~ m{<input ([^>]*)>}g) {
			my $input = $1;
			my ($name) = $input =~ /\bname="([^"]*)"/ or next;
			my ($type) = $input =~ /\btype="([^"]*)"/;
			my ($value) = $input =~ /\bvalue="([^"]*)"/;

			next if $type =~ /^(?:checkbox|radio)$/ && $input !~ /\bchecked\b/;
			next if $type eq 'file';
			$field{ unescape($name) } = unescape($value // '');
		}
		while ($inside =~ m{<textarea ([^>]*)>(.*?)</textarea>}gs) {
			my ($tag, $text) = ($1, $2);
			$field{ unescape($tag =~ /\bname="([^"]*)"/ ? $1 : die $tag) } = unescape($text);
		}
		while ($inside =~ m{<select ([^>]*)>(.*?)</select>}gs) {
			my ($tag, $options) = ($1, $2);
			my ($value) = $options =~ /<option value="([^"]*)" selected>/ ? $1 : $options =~ /<option value="([^"]*)"/ ? $1 : '';
			$field{ unescape($tag =~ /\bname="([^"]*)"/ ? $1 : die $tag) } = unescape($value);
		}
		return ($action, \%field, $type // ());
	}
	die "no such form:\n" . $page->body . "\n";
}

# submit() - sends the page's form with these fields; an undefined one is left out.  {which => qr/action/} first chooses the form.
# A file is [name, content].
sub submit {
	my ($self, $page, @rest) = @_;
	my %o = ref $rest[0] ? %{ shift @rest } : ();
	my ($action, $fields, $type) = form($page, $o{which});
	my %all = (%$fields, @rest);

	return $self->post_form($action, \%all, %o, ($type ? (parts => 1) : ()));
}

# arrive() - follows a 303 to its Location, as a browser does.
sub arrive {
	my ($self, $r) = @_;

	return $r->status == 303 ? $self->open($r->header('location')) : $r;
}

# shown() - submits a form with a preview; returns the preview page.
sub shown { my ($self, @a) = @_; return $self->arrive($self->submit(@a)) }

sub post_form {
	my ($self, $action, $fields, %o) = @_;

	return $self->post_parts($action, $fields, %o) if $o{parts};
	my $body = join '&', map { escape($_) . '=' . escape($fields->{$_}) } grep { defined $fields->{$_} } sort keys %$fields;

	return $self->request('POST', $action, body => $body, type => 'application/x-www-form-urlencoded',
		headers => $o{headers}, ($o{address} ? (address => $o{address}) : ()));
}

sub bytes { my ($text) = @_; utf8::encode($text) if utf8::is_utf8($text); return $text }

# post_parts() - the same as multipart/form-data.
sub post_parts {
	my ($self, $action, $fields, %o) = @_;
	my $mark = '----WebKitFormBoundaryA1b2C3d4E5f6G7h8';
	my $body = '';

	for my $name (grep { defined $fields->{$_} } sort keys %$fields) {
		my $value = $fields->{$name};
		my $file = ref $value;

		$body .= "--$mark\r\nContent-Disposition: form-data; name=\"$name\"";
		$body .= '; filename="' . bytes($value->[0] =~ s/"/%22/gr) . "\"\r\nContent-Type: application/octet-stream" if $file;
		$body .= "\r\n\r\n" . bytes($file ? $value->[1] : $value) . "\r\n";
	}
	return $self->request('POST', $action, body => "$body--$mark--\r\n", type => "multipart/form-data; boundary=$mark", headers => $o{headers});
}

# log_in() - logs in by the page; returns the answer.
sub log_in {
	my ($self, $email, $password, $next) = @_;

	return $self->submit($self->open('/login' . ($next ? '?next=' . escape($next) : '')), email => $email, password => $password);
}

1;
